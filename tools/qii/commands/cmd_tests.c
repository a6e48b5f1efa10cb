/* cmd_tests.c - qii tests: the contexts (tests) of a run, or those that a change affects. */
#include "profile/coverage/affected.h"
#include "tools/qii/change.h"
#include "tools/qii/command.h"

#include <stdlib.h>

struct request {
    const char *change; /* revision, or "-" for a patch on standard input; NULL = no change */
    bool functions;
};

static const struct qii_option options[] = {
    {"diff", 'd', "REV",
     "only contexts that ran a line that changed since the git revision REV, which the run recorded; REV may be a "
     "range such as main...HEAD, or - for a patch on standard input",
     qii_nonempty, offsetof(struct request, change)},
    {"functions", 0, NULL, "with --diff: contexts that ran any line of a changed function", qii_flag,
     offsetof(struct request, functions)},
    {.name = NULL},
};

/* Print the contexts that are marked; NULL = all. Contexts within which others lie are files or groups of tests, and
 * left out. Return false if out of memory. */
static bool print(const struct qp_query *query, const bool *marked, FILE *out)
{
    const struct qp_profile *profile = query->profile;
    bool *is_outer = calloc((size_t)profile->named_count + 1, sizeof *is_outer);
    if (!is_outer)
        return false;
    for (uint32_t i = 0; i < profile->within_count; i++)
        is_outer[profile->within[i].outer] |= profile->within[i].inner != profile->within[i].outer;
    for (uint32_t i = 0; i < profile->named_single_count; i++) {
        if (is_outer[i] || (marked && !marked[i]) || !qp_selection_lists(&query->selection, profile, i))
            continue;
        qp_text_print(out, profile->named[i].name);
        fputc('\n', out);
    }
    free(is_outer);
    return true;
}

/* Print a line on stderr for each changed piece of code that no context ran, and one for the files not in the run. */
static void explain(const struct qp_query *query, const struct qp_affected *affected)
{
    for (uint32_t i = 0; i < affected->count; i++) {
        const struct qp_unaffected *it = &affected->items[i];
        char name[400] = "";
        fputs("qii: no context ran ", stderr);
        qp_text_print(stderr, qp_text_of(it->file));
        fprintf(stderr, it->lines.count > 1 ? ":%d-%d" : ":%d", it->lines.first,
                it->lines.first + (it->lines.count ? it->lines.count - 1 : 0));
        if (it->method != QP_NONE)
            qp_profile_method_name(query->profile, it->method, name, sizeof name);
        fprintf(stderr, *name ? " in %s\n" : "%s\n", name);
    }
    for (uint32_t i = 0; i < affected->unmatched_count; i++) {
        if (!affected->unmatched[i].is_ambiguous)
            continue;
        fputs("qii: ", stderr);
        qp_text_print(stderr, qp_text_of(affected->unmatched[i].file));
        fputs(" may be several files of the run: its tests are unknown\n", stderr);
    }
    bool any = false;
    for (uint32_t i = 0; i < affected->unmatched_count; i++) {
        if (affected->unmatched[i].is_ambiguous)
            continue;
        fputs(any ? ", " : "qii: not in the run: ", stderr);
        qp_text_print(stderr, qp_text_of(affected->unmatched[i].file));
        any = true;
    }
    if (any)
        fputc('\n', stderr);
}

static int print_affected(struct qii_input *input, const struct request *request, const struct qp_stream *stream)
{
    struct qii_change change;
    struct qp_affected affected;
    int code = qii_change_read(&change, request->change);
    if (!code && !qp_affected_open(&affected, &input->query, &change.patch, &change.folders, request->functions)) {
        code = qii_no_memory();
    } else if (!code) {
        if (print(&input->query, affected.named, stream->out))
            explain(&input->query, &affected);
        else
            code = qii_no_memory();
        qp_affected_close(&affected);
    }
    qii_change_close(&change);
    return code;
}

static int run(struct qii_input *input, void *given)
{
    const struct request *request = given;
    struct qp_stream stream = qii_output(&input->view);
    uint32_t count = 0;
    for (uint32_t i = 0; i < input->profile.named_single_count; i++)
        count += input->profile.named[i].product == (uint32_t)input->query.selection.product;
    if (count == 0) {
        fprintf(stderr, "qii: %s has no contexts (doc/coverage.md)\n", input->path);
        return QII_NO;
    }
    if (request->change)
        return print_affected(input, request, &stream);
    return print(&input->query, NULL, stream.out) ? QII_OK : qii_no_memory();
}

static void check(void *given, struct argp_state *state)
{
    const struct request *request = given;
    if (request->functions && !request->change)
        argp_error(state, "--functions needs --diff");
}

const struct qii_command qii_tests = {
    .name = "tests",
    .summary = "list the tests of a run, or those that a change affects",
    .arguments = "[FILE...]",
    .help =
        "List the tests of a run, one a line; with --diff only those that ran the changed code.\v"
        "Tests are contexts within which no other one lies. Record the tests before the change, then run `qii tests "
        "--diff=REV`: REV is the recorded revision. A changed line affects the contexts that ran it. A change of lines "
        "without code, such as constants, affects the contexts of the whole function; inserted lines affect those that "
        "ran the line before or after. stderr has the changes that no context ran. If a file on disk is the one that "
        "was recorded, its changed lines are looked up as they are now.",
    .options = options,
    .selects = true,
    .queries = true,
    .cover = true,
    .configured = true,
    .size = sizeof(struct request),
    .check = check,
    .run = run,
};
