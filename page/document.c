#include "page/document.h"

#include "base/number.h"
#include "profile/coverage/coverage.h"
#include "page/assets.h"
#include "page/base64.h"
#include "page/html.h"
#include "page/notes.h"

#define MOST_ROWS 40
#define NAME_SIZE 1200

/* ---- head -------------------------------------------------------------------------------------------------------- */

static void put_source(FILE *out, const char *directive, const struct qp_asset *asset)
{
    char digest[QP_BASE64_SIZE(sizeof asset->sha256)];
    qp_base64(asset->sha256, sizeof asset->sha256, digest);
    fprintf(out, "; %s 'sha256-%s'", directive, digest);
}

static void put_head(FILE *out, const char *program)
{
    fputs("<!DOCTYPE html>\n<html lang=en>\n<head>\n<meta charset=utf-8>\n"
          "<meta http-equiv=Content-Security-Policy content=\"default-src 'none'",
          out);
    put_source(out, "script-src", &qp_asset_script);
    put_source(out, "style-src", &qp_asset_style);
    fputs(
        "; base-uri 'none'; form-action 'none'\">\n<meta name=referrer content=no-referrer>\n"
        "<meta name=viewport content=\"width=device-width\">\n<meta name=color-scheme content=\"light dark\">\n<title>",
        out);
    qp_html_text(out, program);
    fputs(" – qii</title>\n<style>", out);
    fwrite(qp_asset_style.text, 1, qp_asset_style.size, out);
    fputs("</style>\n</head>\n<body>\n", out);
}

/* ---- static tables, without JavaScript --------------------------------------------------------------------------- */

static struct qp_number time_in(const struct qp_page *page, uint64_t ticks)
{
    return qp_number_time(qp_page_ns(page, QP_SIDE_RUN, ticks));
}

/* Write the cells of a function's numbers. `first` are the totals of the first row, for the length of bars. If
 * `counted` is true, the function's calls were counted in a sampled run. */
static void put_numbers(const struct qp_page *page, const struct qp_totals *it, const struct qp_totals *first,
                        bool counted)
{
    FILE *out = page->request->out;
    const struct qp_query *query = page->joined.queries[QP_SIDE_RUN];
    if (query->all.self) {
        qp_html_number(out, time_in(page, it->self).text);
        qp_html_number(out, qp_number_share(it->self, query->all.self).text);
        qp_html_bar(out, it->self, first->self);
        qp_html_number(out, time_in(page, it->total).text);
    }
    if (query->all.self && !qp_query_is_sampled(query))
        qp_html_number(out, it->calls ? qp_number_time(qp_page_ns(page, QP_SIDE_RUN, it->total) / it->calls).text : "");
    qp_html_number(out, qp_number_count(it->calls).text);
    if (qp_query_has_counted(query))
        qp_html_number(out, counted ? qp_number_count(it->counted).text : "");
    if (!query->all.self)
        qp_html_bar(out, it->calls, first->calls);
}

static void put_function(const struct qp_page *page, uint32_t row, const struct qp_totals *first)
{
    FILE *out = page->request->out;
    const struct qp_query *query = page->joined.queries[QP_SIDE_RUN];
    uint32_t method = page->joined.functions[row].in[QP_SIDE_RUN];
    char text[NAME_SIZE];
    fputs("<tr>", out);
    if (!qp_query_is_of_hits(query))
        put_numbers(page, &query->methods[method], first, qp_query_counts_calls_of(query, method));
    qp_labels_text(page->labels[QP_SIDE_RUN], method, text, sizeof text);
    qp_html_cell(out, qp_page_strip(page, text));
    qp_profile_method_location(query->profile, method, text, sizeof text);
    qp_html_cell(out, qp_page_strip(page, text));
    fputc('\n', out);
}

static void put_function_titles(FILE *out, const struct qp_query *query)
{
    if (qp_query_is_of_hits(query))
        qp_html_titles(out, "Functions that ran", "function|file:line");
    else if (!query->all.self)
        qp_html_titles(out, "Most called functions", "calls||function|file:line");
    else
        qp_html_titles(out, "Functions with the most self time",
                       qp_query_has_counted(query)  ? "self|self %||total|samples|calls|function|file:line"
                       : qp_query_is_sampled(query) ? "self|self %||total|samples|function|file:line"
                                                    : "self|self %||total|per call|calls|function|file:line");
}

static void put_functions(const struct qp_page *page)
{
    const struct qp_joined *joined = &page->joined;
    const struct qp_totals *first = joined->function_count ? qp_joined_totals(joined, QP_SIDE_RUN, 0) : NULL;
    const struct qp_query *query = joined->queries[QP_SIDE_RUN];
    if (!first || !(first->calls || first->elapsed || first->counted))
        return;
    put_function_titles(page->request->out, query);
    for (uint32_t i = 0; i < joined->function_count && i < MOST_ROWS; i++) {
        const struct qp_totals *it = qp_joined_totals(joined, QP_SIDE_RUN, i);
        if (!it || !(it->calls || it->elapsed || it->counted))
            break;
        put_function(page, i, first);
    }
    fputs("</table>\n", page->request->out);
}

static void put_file(const struct qp_page *page, const struct qp_coverage_file *it)
{
    FILE *out = page->request->out;
    char text[NAME_SIZE];
    fputs("<tr>", out);
    qp_html_number(out, qp_number_count(it->numbers.lines - it->numbers.lines_hit).text);
    fprintf(out, "<td class=number>%u/%u", it->numbers.lines_hit, it->numbers.lines);
    qp_html_number(out, qp_number_share(it->numbers.lines_hit, it->numbers.lines).text);
    qp_html_bar(out, it->numbers.lines_hit, it->numbers.lines);
    qp_html_cell(
        out, qp_page_show(page, page->joined.queries[QP_SIDE_COVER]->profile->files[it->file].name, text, sizeof text));
    fputc('\n', out);
}

static bool put_files(const struct qp_page *page)
{
    const struct qp_query *cover = page->joined.queries[QP_SIDE_COVER];
    struct qp_coverage_files files;
    if (!cover || !cover->counts_lines)
        return true;
    if (!qp_coverage_files_open(&files, cover, NULL))
        return false;
    if (files.total.lines) {
        qp_coverage_files_sort(&files);
        qp_html_titles(page->request->out, "Lines that never ran, by file", "missed|hit|cover||file");
        for (uint32_t i = 0; i < files.count && i < MOST_ROWS; i++) {
            if (files.items[i].numbers.lines)
                put_file(page, &files.items[i]);
        }
        fputs("</table>\n", page->request->out);
    }
    qp_coverage_files_close(&files);
    return true;
}

static bool put_note(void *to, enum qp_quality_level level, const char *text)
{
    static const char *const signs[] = {"✓", "·", "▲"};
    FILE *out = to;
    const char *name = qp_quality_level_name(level);
    fprintf(out, "<li class=level-%s><span aria-label=%s>%s</span><div>", name, name, signs[level]);
    qp_html_text(out, text);
    fputs("</div>\n", out);
    return true;
}

static bool put_notes(const struct qp_page *page)
{
    fputs("<h2>Data quality</h2><ul class=notes>\n", page->request->out);
    bool ok = qp_notes_of_runs(page, put_note, page->request->out);
    fputs("</ul>\n", page->request->out);
    return ok;
}

/* Write the static tables. In a run without times, the missed lines precede the functions. */
static bool put_tables(const struct qp_page *page)
{
    const struct qp_query *query = page->joined.queries[QP_SIDE_RUN];
    bool lines_first = !qp_query_has_times(query);
    bool ok = qp_document_put_comparison(page) && qp_document_put_job(page) && (!lines_first || put_files(page));
    put_functions(page);
    return ok && (lines_first || put_files(page)) && put_notes(page);
}

static bool put_static(struct qp_page *page, const char *program)
{
    FILE *out = page->request->out;
    const struct qp_query *query = page->joined.queries[QP_SIDE_RUN];
    char phase[NAME_SIZE];
    fputs("<main id=static>\n<h1>", out);
    qp_html_text(out, program);
    char name[40];
    qp_profile_run_name(query->profile, name, sizeof name);
    fprintf(out, "</h1>\n<p>%s · lib%s · %s", name, qp_profile_product_name(query->selection.product),
            qp_number_time(qp_page_duration_ns(page, QP_SIDE_RUN)).text);
    if (qp_page_phase(page, QP_SIDE_RUN, phase, sizeof phase)[0]) {
        fputs(" in phase ", out);
        qp_html_text(out, phase);
    }
    char count[QP_QUERY_COUNT];
    fprintf(out, " · %s</p>\n", qp_query_count(query, count));
    bool ok = put_tables(page);
    fputs("<p>Written by qii. With JavaScript this page has a flame graph, all functions with their callers and "
          "callees, sources and threads.</p>\n</main>\n",
          out);
    return ok;
}

/* ---- opening and closing ----------------------------------------------------------------------------------------- */

bool qp_document_begin(struct qp_page *page)
{
    char program[NAME_SIZE];
    qp_page_show(page, page->joined.queries[QP_SIDE_RUN]->profile->program, program, sizeof program);
    put_head(page->request->out, program[0] ? program : "(unknown program)");
    bool ok = put_static(page, program[0] ? program : "(unknown program)");
    fputs("<script type=application/octet-stream id=payload>", page->request->out);
    return ok;
}

void qp_document_end(struct qp_page *page)
{
    FILE *out = page->request->out;
    fputs("</script>\n<script>", out);
    fwrite(qp_asset_script.text, 1, qp_asset_script.size, out);
    fputs("</script>\n</body>\n</html>\n", out);
}
