/* cmd_html.c - qii html: an HTML page of a run, or a comparison of two sets of runs. */
#include "profile/compare/compared.h"
#include "profile/compare/comparison_notes.h"
#include "page/page.h"
#include "tools/qii/command.h"
#include "tools/qii/commands/html_job.h"
#include "tools/qii/output.h"
#include "tools/qii/sides.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

struct request {
    const char *output;
    struct qp_source_path source_path;
    const char *strip_path;
    bool no_source;
    uint32_t most_paths;
};

static const struct qii_option options[] = {
    {"output", 'o', "FILE", "write to FILE instead of standard output", qii_text, offsetof(struct request, output)},
    {"no-source", 's', NULL, "do not embed source texts", qii_flag, offsetof(struct request, no_source)},
    {"source-path", 'I', "DIRECTORY", "also look for sources below DIRECTORY (may be repeated)", qii_folder,
     offsetof(struct request, source_path)},
    {"strip-path", 0, "PREFIX", "remove PREFIX from the start of source paths", qii_text,
     offsetof(struct request, strip_path)},
    {"max-paths", 'm', "COUNT",
     "show at most COUNT call paths and merge the lightest others, 0 = all (default 3000000)", qii_number,
     offsetof(struct request, most_paths)},
    {.name = NULL},
};

/* Return true if the page shows the text without escapes. Paths on the page are escaped, so none of them can begin
 * with a text that needs escapes. If out of memory, return false. */
static bool is_printable(const char *text)
{
    size_t size = strlen(text) + 5; /* for a NUL and one escape \xNN, enough to detect a difference */
    char *shown = malloc(size);
    bool same = shown && qp_text_show(qp_text_of(text), shown, size) == strlen(text) && strcmp(shown, text) == 0;
    free(shown);
    return same;
}

static void check(void *given, struct argp_state *state)
{
    const struct request *request = given;
    if (request->strip_path && !is_printable(request->strip_path))
        argp_error(state, "--strip-path takes printable UTF-8");
    if (!request->output && isatty(STDOUT_FILENO))
        argp_error(state, "the page is not written to a terminal: use -o FILE");
}

/* ---- products ---------------------------------------------------------------------------------------------------- */

/* If the file has data of libcprof beside that of libqprof, open a query of it. Otherwise leave `cover` empty. Return 0
 * or the code of the error. */
static int open_cover(struct qp_query *cover, const struct qii_input *input, struct qp_error *error)
{
    struct qp_selection selection = qii_input_selection(input);
    if (selection.product == QP_CPROF || !(input->profile.reader.header.products & (1u << QP_CPROF)))
        return 0;
    selection.product = QP_CPROF;
    if (qp_query_open(cover, &input->profile, &selection, error) == 0 || error->code != QP_ERR_CHOICE)
        return error->code;
    *cover = (struct qp_query){0}; /* not an error: libcprof's data may lack the chosen phase */
    *error = (struct qp_error){0};
    return 0;
}

/* ---- writing ----------------------------------------------------------------------------------------------------- */

static struct qp_page_request page_of(struct request *request, struct qii_input *run)
{
    return (struct qp_page_request){
        .profile = &run->profile,
        .run = &run->query,
        .cover = &run->query,
        .no_source = request->no_source,
        .source_path = &request->source_path,
        .strip_path = request->strip_path,
        .most_paths = request->most_paths ? request->most_paths : UINT32_MAX,
        .most_parts = QP_PAGE_MOST_PARTS,
    };
}

static int write_page(struct qp_page_request *page, const char *output, const struct qii_input *input)
{
    struct qp_error error = {0};
    struct qii_file file;
    int code = qii_file_open(&file, output, QII_FILE, input->paths);
    if (code)
        return code;
    page->out = file.stream;
    qp_page_write(page, &error);
    return qii_file_close(&file, NULL, &error);
}

/* Write the page of a run, with the line counts of libcprof if they are in the same file. */
static int write_with_cover(struct qp_page_request *page, struct request *request, const struct qii_input *run,
                            const struct qii_input *input)
{
    struct qp_query cover = {0};
    struct qp_error error = {0};
    if (open_cover(&cover, run, &error))
        return qii_fail(NULL, &error);
    if (cover.profile)
        page->cover = &cover;
    int code = write_page(page, request->output, input);
    qp_query_close(&cover);
    return code;
}

/* ---- one run, or times and lines of two -------------------------------------------------------------------------- */

/* Write the page of a job: of its ranks merged into one run, and of the ranks beside each other. */
static int write_job(struct qii_input *input, struct request *request)
{
    struct html_job job;
    int code = html_job_open(&job, input);
    if (!code)
        code = qii_input_query_job(input, false);
    if (!code) {
        struct qp_page_request page = page_of(request, input);
        page.job = &job.page;
        page.most_parts = QP_PAGE_MOST_JOB_PARTS;
        code = write_with_cover(&page, request, input, input);
    }
    html_job_close(&job);
    return code;
}

static int write_one(struct qii_input *input, struct request *request)
{
    int code = qii_input_find(input);
    if (!code)
        code = qii_input_open(input);
    if (!code && qii_input_is_unopened(input))
        return write_job(input, request);
    if (!code)
        code = qii_input_query(input);
    if (code)
        return code;
    struct qp_page_request page = page_of(request, input);
    return write_with_cover(&page, request, input, input);
}

/* Write one page with the times of a libqprof run and the line counts of a libcprof run. */
static int write_times_and_lines(struct qii_input sides[QP_COMPARED_SIDES], struct request *request,
                                 const struct qii_input *input)
{
    enum qp_product one = sides[0].query.selection.product, two = sides[1].query.selection.product;
    if (one == QP_VT || two == QP_VT) {
        fprintf(stderr, "qii: cannot combine a run of lib%s with a run of lib%s\n", qp_profile_product_name(one),
                qp_profile_product_name(two));
        return QII_NO;
    }
    struct qp_page_request page = page_of(request, &sides[one == QP_CPROF]);
    page.cover = &sides[one != QP_CPROF].query;
    return write_page(&page, request->output, input);
}

/* ---- two sides --------------------------------------------------------------------------------------------------- */

struct pair {
    struct qii_input sides[QP_COMPARED_SIDES]; /* by side: open file of the run that represents the side */
    struct qp_runs runs[QP_COMPARED_SIDES];
    uint32_t chosen[QP_COMPARED_SIDES]; /* indexed by side: index in `runs` of the run that represents the side */
};

static int write_compared(struct pair *pair, struct request *request, const struct qii_input *input)
{
    char why[QP_COMPARISON_WHY];
    struct qp_comparison comparison;
    struct qp_page_request page = page_of(request, &pair->sides[QP_BEFORE]);
    if (!qp_comparison_open(&comparison, &pair->runs[QP_BEFORE], &pair->runs[QP_AFTER], true))
        return qii_no_memory();
    int code = QII_NO;
    page.other = &pair->sides[QP_AFTER].query;
    page.comparison = &comparison;
    memcpy(page.compared, pair->chosen, sizeof page.compared);
    if (qp_comparison_is_void(&comparison, why))
        fprintf(stderr, "qii: %s\n", why);
    else
        code = write_with_cover(&page, request, &pair->sides[QP_BEFORE], input);
    qp_comparison_close(&comparison);
    return code;
}

/* Write the page of two files. If both are of the same library, the page is a comparison. Otherwise it has the times
 * of the libqprof file and the line counts of the libcprof file. */
static int write_two(struct pair *pair, struct request *request, const struct qii_input *input)
{
    int code = QII_OK;
    for (int side = 0; side < QP_COMPARED_SIDES && !code; side++)
        code = qii_input_open_other(&pair->sides[side], input, input->paths[side]);
    if (code)
        return code;
    if (pair->sides[QP_BEFORE].query.selection.product != pair->sides[QP_AFTER].query.selection.product)
        return write_times_and_lines(pair->sides, request, input);
    for (int side = 0; side < QP_COMPARED_SIDES; side++) {
        if (!qp_runs_add(&pair->runs[side], &pair->sides[side].query, input->paths[side]))
            return qii_no_memory();
    }
    return write_compared(pair, request, input);
}

static int write_sides(struct pair *pair, struct request *request, const struct qii_input *input)
{
    int code = qii_sides_read(pair->runs, input);
    for (int side = 0; side < QP_COMPARED_SIDES && !code; side++) {
        pair->chosen[side] = qii_sides_middle(&pair->runs[side]);
        code = qii_sides_open(&pair->sides[side], input, pair->runs[side].items[pair->chosen[side]].path);
    }
    if (code)
        return code;
    enum qp_product one = pair->sides[0].query.selection.product, two = pair->sides[1].query.selection.product;
    if (one == two)
        return write_compared(pair, request, input);
    fprintf(stderr, "qii: a page cannot compare runs of lib%s and lib%s; use qii diff\n", qp_profile_product_name(one),
            qp_profile_product_name(two));
    return QII_NO;
}

static int run(struct qii_input *input, void *given)
{
    struct request *request = given;
    struct pair pair = {.chosen = {0, 0}};
    int code = input->path_count < 2 ? write_one(input, request)
               : input->separated    ? write_sides(&pair, request, input)
                                     : write_two(&pair, request, input);
    for (int side = 0; side < QP_COMPARED_SIDES; side++) {
        qii_input_close(&pair.sides[side]);
        qp_runs_close(&pair.runs[side]);
    }
    qp_source_path_close(&request->source_path);
    return code;
}

const struct qii_command qii_html = {
    .name = "html",
    .summary = "write a self-contained HTML report",
    .arguments = "[FILE]\nA... -- B...\nA B",
    .help = "Write an HTML page of a run: overview, flame graph, functions, sources, threads, timeline.\v"
            "The page is one self-contained file that loads nothing from elsewhere. It embeds source texts unless "
            "--no-source is given. Runs before (A) and after a change (B) are compared as by qii diff; the other views "
            "show the run of A with the median time. A file of libqprof and a file of libcprof are combined: the page "
            "shows the times of one and the lines of the other.",
    .options = options,
    .selects = true,
    .opens_nothing = true,
    .configured = true,
    .size = sizeof(struct request),
    .defaults = &(const struct request){.most_paths = QP_PAGE_MOST_PATHS},
    .check = check,
    .files = {.takes_sides = true, .one_side = true, .ranks = true},
    .run = run,
};
