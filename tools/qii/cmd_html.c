/* cmd_html.c - qii html: the page of a run, or of two. */
#include "page/page.h"
#include "tools/qii/command.h"
#include "tools/qii/output.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

struct request {
    const char *second;
    const char *output;
    const char *source_path;
    const char *strip_path;
    bool no_source;
    uint32_t most_paths;
};

static const struct qii_option options[] = {
    {"output", 'o', "FILE", "write to FILE, not to standard output", qii_text, offsetof(struct request, output)},
    {"no-source", 's', NULL, "leave the texts of sources out", qii_flag, offsetof(struct request, no_source)},
    {"source-path", 'I', "DIRECTORY", "look for sources below DIRECTORY too", qii_text,
     offsetof(struct request, source_path)},
    {"strip-path", 0, "PREFIX", "leave PREFIX out where a path begins with it", qii_text,
     offsetof(struct request, strip_path)},
    {"max-paths", 'm', "COUNT", "fold the lightest call paths beyond COUNT (3000000). 0: none", qii_number,
     offsetof(struct request, most_paths)},
    {.name = NULL},
};

/* Whether a text is shown as it is, so that it may be found in what is shown. Returns false without memory too. */
static bool is_printable(const char *text)
{
    size_t size = strlen(text) + 5; /* the end, and one character that is shown otherwise: \xNN */
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
        argp_error(state, "a page is nothing for a terminal: -o FILE is needed");
}

static const struct request defaults = {.most_paths = QP_PAGE_MOST_PATHS};

/* ---- which run gives what ---------------------------------------------------------------------------------------- */

static bool has_product(const struct qp_profile *profile, enum qp_product product)
{
    return profile->reader.header.products & (1u << product);
}

/* A run of libcprof beside one of libqprof in one file. */
static int open_cover(struct qp_query *cover, const struct qii_input *input, struct qp_error *error)
{
    struct qp_selection selection = qii_input_selection(input);
    if (selection.product == QP_CPROF || !has_product(&input->profile, QP_CPROF))
        return 0;
    selection.product = QP_CPROF;
    if (qp_query_open(cover, &input->profile, &selection, error) == 0 || error->code != QP_ERR_CHOICE)
        return error->code;
    *cover = (struct qp_query){0}; /* a phase that only libqprof has */
    *error = (struct qp_error){0};
    return 0;
}

/* ---- writing ----------------------------------------------------------------------------------------------------- */

static int write_page(struct qp_page_request *page, const char *output, const char *const *inputs)
{
    struct qp_error error = {0};
    struct qii_file file;
    int code = qii_file_open(&file, output, inputs);
    if (code)
        return code;
    page->out = file.stream;
    qp_page_write(page, &error);
    return qii_file_close(&file, NULL, &error);
}

/* A second run of the same library is compared with the first; of another one it tells lines, or times. */
static bool add_second(struct qp_page_request *page, struct qii_input *second)
{
    enum qp_product one = page->run->selection.product, two = second->query.selection.product;
    if (one == two) {
        page->other = &second->query;
    } else if (one == QP_QPROF && two == QP_CPROF) {
        page->cover = &second->query;
    } else if (one == QP_CPROF && two == QP_QPROF) {
        page->cover = page->run;
        page->run = &second->query;
        page->profile = &second->profile;
    } else {
        fprintf(stderr, "qii: a run of lib%s and one of lib%s have nothing in common\n", qp_profile_product_name(one),
                qp_profile_product_name(two));
        return false;
    }
    return true;
}

static int write_two(struct qii_input *input, const struct request *request, struct qp_page_request *page)
{
    struct qii_input second = {
        .path = request->second, .product = input->product, .phase = input->phase, .raw = input->raw};
    const char *const inputs[] = {input->path, second.path, NULL};
    int code = qii_input_open(&second);
    if (code)
        return code;
    code = qii_input_query(&second);
    if (!code)
        code = add_second(page, &second) ? write_page(page, request->output, inputs) : QII_NO;
    qii_input_close(&second);
    return code;
}

static int run(struct qii_input *input, void *given)
{
    const struct request *request = given;
    const char *const inputs[] = {input->path, NULL};
    struct qp_query cover = {0};
    struct qp_error error = {0};
    if (open_cover(&cover, input, &error))
        return qii_fail(NULL, &error);
    struct qp_page_request page = {
        .profile = &input->profile,
        .run = &input->query,
        .cover = cover.profile ? &cover : &input->query,
        .no_source = request->no_source,
        .source_path = request->source_path,
        .strip_path = request->strip_path,
        .most_paths = request->most_paths ? request->most_paths : UINT32_MAX,
        .most_parts = QP_PAGE_MOST_PARTS,
    };
    int code = request->second ? write_two(input, request, &page) : write_page(&page, request->output, inputs);
    qp_query_close(&cover);
    return code;
}

const struct qii_command qii_html = {
    .name = "html",
    .summary = "a page with everything in it, to look at and to send around",
    .arguments = "[FILE [FILE]]",
    .help =
        "Write an HTML page of a run: overview, flame graph, functions, sources, threads, time line.\v"
        "The page is one file, asks for nothing from elsewhere, and has the texts of the sources unless --no-source "
        "is given. A second FILE of the same library is compared with the first; of two files of libqprof and "
        "libcprof one tells times and the other lines.",
    .options = options,
    .selects = true,
    .queries = true,
    .size = sizeof(struct request),
    .defaults = &defaults,
    .check = check,
    .files = {.second = offsetof(struct request, second), .takes_second = true},
    .run = run,
};
