#include "profile/compare/comparison_notes.h"
#include "profile/compare/compared_words.h"
#include "page/document.h"
#include "page/html.h"

#include <math.h>
#include <string.h>

#define MOST_ROWS   40
#define MOST_INDENT 8

static const struct qp_compared_choice choice = {.top = MOST_ROWS};

static void put_sentence(const struct qp_page *page, const char *sentence)
{
    FILE *out = page->request->out;
    fputs("<p>", out);
    qp_html_text(out, sentence);
    fputs("</p>\n", out);
}

static void put_name(const struct qp_page *page, uint32_t depth, const char *state, char *name)
{
    FILE *out = page->request->out;
    fputs("<td>", out);
    for (uint32_t i = 0; i < depth && i < MOST_INDENT; i++)
        fputs("\u2003", out);
    qp_html_text(out, state);
    qp_html_text(out, qp_page_strip(page, name));
}

static void put_rest(const struct qp_page *page, const struct qp_compared_rows *chosen)
{
    uint32_t left = chosen->count - qp_compared_rows_shown(chosen);
    fputs("</table>\n", page->request->out);
    if (left)
        fprintf(page->request->out, "<p>and %s more</p>\n", qp_number_count(left).text);
}

static bool put_calls(const struct qp_page *page)
{
    const struct qp_comparison *comparison = page->joined.comparison;
    FILE *out = page->request->out;
    char title[QP_COMPARISON_SENTENCE + 8] = "Calls: ";
    struct qp_compared_rows chosen;
    struct qp_compared_call_words words;
    bool ok = qp_compared_rows_of_calls(&chosen, comparison, &choice), of_own = ok && qp_compared_rows_of_own(&chosen);
    qp_comparison_describe_calls(comparison, &choice.filter, title + strlen(title));
    qp_html_titles(out, title,
                   !ok || !chosen.count ? ""
                   : of_own             ? "change|own change|A|B|function|caller|file:line"
                                        : "change|A|B|function|caller|file:line");
    for (uint32_t i = 0; ok && i < qp_compared_rows_shown(&chosen); i++) {
        qp_compared_describe_calls(comparison, &comparison->rows[chosen.rows[i]], &words);
        fputs("<tr>", out);
        qp_html_number(out, words.change.text);
        if (of_own)
            qp_html_number(out, words.of_own.text);
        qp_html_number(out, words.calls[QP_BEFORE]);
        qp_html_number(out, words.calls[QP_AFTER]);
        put_name(page, chosen.depths[chosen.rows[i]], words.state, words.name);
        qp_html_cell(out, qp_page_strip(page, words.caller));
        qp_html_cell(out, qp_page_strip(page, words.place));
        fputc('\n', out);
    }
    put_rest(page, &chosen);
    qp_compared_rows_close(&chosen);
    return ok;
}

static bool put_times(const struct qp_page *page)
{
    const struct qp_comparison *comparison = page->joined.comparison;
    FILE *out = page->request->out;
    char title[QP_COMPARISON_SENTENCE + 20] = "Self time: ", sentence[QP_COMPARISON_SENTENCE];
    struct qp_compared_rows chosen;
    struct qp_compared_time_words words;
    bool ok = qp_compared_rows_of_times(&chosen, comparison, &choice), has_p = comparison->rule == QP_RULE_TEST;
    bool has_interval = comparison->rule == QP_RULE_INTERVALS;
    qp_comparison_describe_times(comparison, &choice.filter, title + strlen(title));
    qp_html_titles(out, title,
                   !ok || !chosen.count ? ""
                   : has_interval       ? "change||calls|by calls|by cost|A|B|raw A|raw B|interval|function|file:line"
                   : has_p ? "change||calls|by calls|by cost|A|B|raw A|raw B|p|± of A|± of B|function|file:line"
                           : "change||calls|by calls|by cost|A|B|raw A|raw B|function|file:line");
    for (uint32_t i = 0; ok && i < qp_compared_rows_shown(&chosen); i++) {
        qp_compared_describe_times(comparison, &comparison->rows[chosen.rows[i]], &words);
        const struct qp_number *numbers[] = {&words.change,    &words.ratio,
                                             &words.calls,     &words.by_calls,
                                             &words.by_cost,   &words.normal[0],
                                             &words.normal[1], &words.raw[0],
                                             &words.raw[1],    has_interval ? &words.interval : &words.p,
                                             &words.spread[0], &words.spread[1]};
        fputs("<tr>", out);
        for (size_t k = 0; k < (has_p ? 12 : has_interval ? 10 : 9); k++)
            qp_html_number(out, numbers[k]->text);
        put_name(page, 0, words.state, words.name);
        qp_html_cell(out, qp_page_strip(page, words.place));
        fputc('\n', out);
    }
    put_rest(page, &chosen);
    qp_comparison_describe_drift(comparison, sentence);
    put_sentence(page, sentence);
    qp_comparison_describe_rule(comparison, sentence);
    put_sentence(page, sentence);
    qp_compared_rows_close(&chosen);
    return ok;
}

/* Write the name of a side's run on the page, and how many runs it represents. */
static void put_side(const struct qp_page *page, enum qp_side side, const struct qp_runs *runs)
{
    FILE *out = page->request->out;
    char name[40];
    qp_profile_run_name(page->joined.queries[side]->profile, name, sizeof name);
    if (runs->count > 1)
        fprintf(out, "%s, representing %u runs", name, runs->count);
    else
        fputs(name, out);
}

bool qp_document_put_comparison(const struct qp_page *page)
{
    const struct qp_comparison *comparison = page->joined.comparison;
    if (!comparison)
        return true;
    fputs("<p>Compared: A, ", page->request->out);
    put_side(page, QP_SIDE_RUN, comparison->sides[QP_BEFORE]);
    fputs("; B, ", page->request->out);
    put_side(page, QP_SIDE_OTHER, comparison->sides[QP_AFTER]);
    fputs(".</p>\n", page->request->out);
    return put_calls(page) && (!comparison->has_time || put_times(page));
}
