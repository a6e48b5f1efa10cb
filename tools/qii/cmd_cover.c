/* cmd_cover.c - qii cover: lines, branches and functions that ran, per file and in total. */
#include "tools/qii/qii.h"

#include "base/number.h"
#include "data/branches.h"
#include "export/coverage.h"
#include "export/functions.h"
#include "export/heading.h"
#include "export/table.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

struct choice {
    struct qii_input input; /* first: the parent's input */
    struct qp_coverage_choice coverage;
    double least; /* per cent, < 0 = none is asked for */
    bool functions;
    bool branches;
    bool excluded;
};

#define RANGES_ON_TERMINAL 60 /* columns of missed lines: a file has one row there */

enum { KEY_FILTER = 'f', KEY_FAIL_UNDER = 0x200, KEY_FUNCTIONS, KEY_BRANCHES, KEY_EXCLUDED };

static const struct argp_option options[] = {
    {"filter", KEY_FILTER, "TEXT", 0, "only files with TEXT in their name", 1},
    {"functions", KEY_FUNCTIONS, NULL, 0, "list the functions that were never called", 1},
    {"branches", KEY_BRANCHES, NULL, 0, "list the branches with an outcome that was never taken", 1},
    {"excluded", KEY_EXCLUDED, NULL, 0, "list the lines that are left out, with the reason", 1},
    {"fail-under", KEY_FAIL_UNDER, "PERCENT", 0, "exit with 1 when fewer lines ran", 1},
    {0},
};

static error_t parse_option(int key, char *argument, struct argp_state *state)
{
    struct choice *choice = state->input;
    char *end;
    switch (key) {
    case ARGP_KEY_INIT:
        state->child_inputs[0] = &choice->input;
        return 0;
    case KEY_FILTER:
        choice->coverage.filter = argument;
        return 0;
    case KEY_FUNCTIONS:
        choice->functions = true;
        return 0;
    case KEY_BRANCHES:
        choice->branches = true;
        return 0;
    case KEY_EXCLUDED:
        choice->excluded = true;
        return 0;
    case KEY_FAIL_UNDER:
        choice->least = strtod(argument, &end);
        if (end == argument || *end || !(choice->least >= 0 && choice->least <= 100))
            argp_error(state, "--fail-under takes a number from 0 to 100, not '%s'", argument);
        return 0;
    case ARGP_KEY_ARG:
        return qii_take_file(&choice->input, argument, state);
    default:
        return ARGP_ERR_UNKNOWN;
    }
}

static const struct argp_child children[] = {{&qii_input_argp, 0, "Which data", 10}, {0}};
static const struct argp argp = {
    .options = options,
    .parser = parse_option,
    .args_doc = "[FILE]",
    .doc =
        "Show which lines and functions of each file ran, and which lines did not.\v"
        "Counted are the lines that hold code, and of those not the ones that the program left out "
        "(qprof_exclude_lines; in Lua a comment -- qii: ignore). Branches are counted by their outcomes, where the run "
        "counted them (qii lua --cover=branch). Ranges of missed lines may span lines without code; on a terminal only "
        "the first are shown.",
    .children = children,
};

/* ---- lists below the table ----------------------------------------------------------------------------------- */

static bool is_shown(const struct choice *choice, uint32_t file)
{
    return !choice->coverage.filter ||
           qp_text_contains(choice->input.query.profile->files[file].name, choice->coverage.filter);
}

/* A list, or the sentence that serves for an empty one. */
static bool end_list(struct qp_table *table, const struct choice *choice, const char *none)
{
    bool ok = true;
    putchar('\n');
    if (table->cells || table->failed)
        ok = qp_table_print(table, stdout, choice->coverage.colour);
    else
        puts(none);
    qp_table_fini(table);
    return ok;
}

static bool print_missed(const struct choice *choice)
{
    static const struct qp_column columns[] = {{"never called", true}, {"place", true}};
    const struct qp_query *query = &choice->input.query;
    const struct qp_profile *profile = query->profile;
    struct qp_table table;
    char text[600];
    qp_table_init(&table, columns, 2);
    for (uint32_t i = 0; i < profile->method_count; i++) {
        uint32_t file = profile->methods[i].file;
        if (query->methods[i].calls || !qp_coverage_counts(query, i) || file == QP_NONE || !is_shown(choice, file))
            continue;
        qp_profile_method_name(profile, i, text, 400);
        qp_table_add(&table, QP_STYLE_RED, text);
        qp_functions_place(profile, i, text, sizeof text);
        qp_table_add(&table, QP_STYLE_DIM, text);
    }
    return end_list(&table, choice, "every function was called");
}

static void add_place(struct qp_table *table, const struct qp_profile *profile, uint32_t file, int first, int last)
{
    char text[600];
    qp_text_show(profile->files[file].name, text, sizeof text - 40);
    size_t length = strlen(text);
    snprintf(text + length, sizeof text - length, last > first ? ":%d-%d" : ":%d", first, last);
    qp_table_add(table, QP_STYLE_DIM, text);
}

static void add_outcomes(struct qp_table *table, const struct qp_branch *branch)
{
    char text[200] = "", number[QP_NUMBER];
    for (uint32_t i = 0; i < branch->outcomes; i++) {
        if (strlen(text) + sizeof number + 8 > sizeof text) {
            strcat(text, " …");
            break;
        }
        if (branch->counts[i])
            qp_number_count(number, branch->counts[i]);
        strcat(strcat(text, i ? ", " : ""), branch->counts[i] ? number : "never");
    }
    qp_table_add(table, QP_STYLE_RED, text);
}

static bool add_branches(struct qp_table *table, const struct qp_query *query, uint32_t file)
{
    struct qp_branches branches;
    if (!qp_branches_of_file(&branches, query, file))
        return false;
    for (uint32_t i = 0; i < branches.count; i++) {
        const struct qp_branch *branch = &branches.items[i];
        if (branch->excluded || branch->taken == branch->outcomes)
            continue;
        add_outcomes(table, branch);
        add_place(table, query->profile, file, branch->line, 0);
    }
    qp_branches_free(&branches);
    return true;
}

static bool print_branches(const struct choice *choice)
{
    static const struct qp_column columns[] = {{"outcomes of the branch", true}, {"place", true}};
    const struct qp_query *query = &choice->input.query;
    struct qp_table table;
    qp_table_init(&table, columns, 2);
    for (uint32_t file = 0; file < query->profile->file_count; file++) {
        if (is_shown(choice, file) && !add_branches(&table, query, file)) {
            qp_table_fini(&table);
            return false;
        }
    }
    return end_list(&table, choice, "no branch has an outcome that was never taken");
}

static bool print_excluded(const struct choice *choice)
{
    static const struct qp_column columns[] = {{"left out", true}, {"reason", true}};
    const struct qp_profile *profile = choice->input.query.profile;
    struct qp_table table;
    char text[400];
    qp_table_init(&table, columns, 2);
    for (uint32_t i = 0; i < profile->exclusion_count; i++) {
        const struct qp_profile_exclusion *it = &profile->exclusions[i];
        if (!is_shown(choice, it->file))
            continue;
        add_place(&table, profile, it->file, it->first, it->last);
        qp_text_show(it->reason, text, sizeof text);
        qp_table_add(&table, QP_STYLE_PLAIN, text);
    }
    return end_list(&table, choice, "no line is left out");
}

static int print_coverage(const struct choice *choice)
{
    struct qp_coverage total;
    if (!qp_coverage_print(&choice->input.query, &choice->coverage, stdout, &total))
        return qii_no_memory();
    if (total.files == 0) {
        puts(choice->coverage.filter ? "no file matches" : "no file with functions is known");
        return choice->least >= 0 ? QII_NO : QII_OK;
    }
    if (total.excluded && !choice->excluded)
        printf("%u line%s left out (--excluded lists them)\n", total.excluded, total.excluded == 1 ? " is" : "s are");
    if ((choice->functions && !print_missed(choice)) || (choice->branches && !print_branches(choice)) ||
        (choice->excluded && !print_excluded(choice)))
        return qii_no_memory();
    double share = total.lines ? 100.0 * total.lines_hit / total.lines : 0;
    if (choice->least < 0 || share >= choice->least)
        return QII_OK;
    fprintf(stderr, "qii: %.1f%% of the lines ran, under the %g%% asked for\n", share, choice->least);
    return QII_NO;
}

int qii_cover(int argc, char **argv)
{
    struct choice choice = {
        .input = {.cover = true}, .coverage = {.ranges = true, .colour = qii_colour()}, .least = -1};
    if (isatty(STDOUT_FILENO))
        choice.coverage.width = RANGES_ON_TERMINAL;
    int code = qii_parse(&argp, argc, argv, &choice);
    if (!code)
        code = qii_input_open(&choice.input);
    if (code)
        return code;
    code = qii_input_query(&choice.input);
    if (!code) {
        qp_heading_print(&choice.input.query, stdout, choice.coverage.colour);
        code = print_coverage(&choice);
        qp_heading_diagnostics(&choice.input.profile, choice.input.query.selection.product, stdout, "note: ");
    }
    qii_input_close(&choice.input);
    return qii_output_end(code);
}
