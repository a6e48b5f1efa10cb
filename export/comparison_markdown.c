#include "export/comparison.h"

#include "profile/compare/compared_lines.h"
#include "profile/compare/compared_words.h"
#include "profile/compare/comparison_notes.h"
#include "export/put.h"

#include <math.h>

#define MOST_INDENT 8

/* ---- building blocks --------------------------------------------------------------------------------------------- */

static void put_cell(struct qp_put *put, const char *number)
{
    qp_put_format(put, " %s |", number);
}

static void put_code_cell(struct qp_put *put, const char *name)
{
    qp_put_char(put, ' ');
    if (*name)
        qp_put_markdown_code(put, qp_text_of(name));
    qp_put_string(put, " |");
}

static void put_name(struct qp_put *put, uint32_t depth, const char *state, struct qp_text name)
{
    qp_put_char(put, ' ');
    for (uint32_t i = 0; i < depth && i < MOST_INDENT; i++)
        qp_put_string(put, "&emsp;");
    qp_put_string(put, state);
    qp_put_markdown_code(put, name);
    qp_put_string(put, " |");
}

/* Write the title line of a table with titles separated by '|'. A '-' before a title aligns the column to the left. */
static void put_titles(struct qp_put *put, const char *titles)
{
    char line[400] = "|";
    size_t used = 1;
    qp_put_char(put, '|');
    for (const char *at = titles; *at;) {
        bool left = *at == '-';
        at += left;
        size_t length = strcspn(at, "|");
        qp_put_format(put, " %.*s |", (int)length, at);
        used += (size_t)snprintf(line + used, sizeof line - used, "%s", left ? " :--- |" : " ---: |");
        at += length + (at[length] == '|');
    }
    qp_put_format(put, "\n%s\n", line);
}

static void put_rest(struct qp_put *put, uint64_t all, uint64_t shown)
{
    qp_put_char(put, '\n');
    if (shown < all)
        qp_put_format(put, "and %s more\n\n", qp_number_count(all - shown).text);
}

/* ---- heading ----------------------------------------------------------------------------------------------------- */

static void put_side(struct qp_put *put, const struct qp_comparison *comparison, enum qp_comparison_side side)
{
    const struct qp_runs *runs = comparison->sides[side];
    qp_put_string(put, side == QP_BEFORE ? "A: " : "B: ");
    if (runs->count > 1)
        qp_put_format(put, "%u runs, from ", runs->count);
    qp_put_markdown_code(put, qp_text_of(runs->items[0].path));
    if (runs->count > 1) {
        qp_put_string(put, " to ");
        qp_put_markdown_code(put, qp_text_of(runs->items[runs->count - 1].path));
    }
    qp_put_string(put, side == QP_BEFORE ? "; " : "\n\n");
}

static void put_sum(struct qp_put *put, const char *what, struct qp_number before, struct qp_number after,
                    struct qp_number ratio)
{
    qp_put_format(put, "%s %s → %s", what, before.text, after.text);
    if (*ratio.text)
        qp_put_format(put, " (**%s**)", ratio.text);
}

static void put_heading(struct qp_put *put, const struct qp_comparison *comparison)
{
    const struct qp_run_numbers *all = comparison->all;
    const double *normal = comparison->normal;
    qp_put_string(put, "## What changed in ");
    struct qp_text program = comparison->sides[QP_BEFORE]->items[0].program;
    qp_put_markdown_code(put, program.length ? program : qp_text_of("a program"));
    qp_put_string(put, "\n\n");
    put_side(put, comparison, QP_BEFORE);
    put_side(put, comparison, QP_AFTER);
    if (comparison->has_calls)
        put_sum(put, "calls", qp_number_count(all[QP_BEFORE].calls), qp_number_count(all[QP_AFTER].calls),
                qp_number_ratio((double)all[QP_BEFORE].calls, (double)all[QP_AFTER].calls));
    if (comparison->has_time)
        put_sum(put, comparison->has_calls ? ", self time" : "self time",
                qp_number_time((uint64_t)round(normal[QP_BEFORE])), qp_number_time((uint64_t)round(normal[QP_AFTER])),
                qp_number_ratio(normal[QP_BEFORE], normal[QP_AFTER]));
    qp_put_string(put, "\n\n");
}

/* ---- tables ------------------------------------------------------------------------------------------------------ */

static bool put_calls(struct qp_put *put, const struct qp_comparison *comparison,
                      const struct qp_compared_choice *choice)
{
    char sentence[QP_COMPARISON_SENTENCE];
    struct qp_compared_rows chosen;
    struct qp_compared_call_words words;
    bool ok = qp_compared_rows_of_calls(&chosen, comparison, choice), of_own = ok && qp_compared_rows_of_own(&chosen);
    qp_comparison_describe_calls(comparison, &choice->filter, sentence);
    qp_put_format(put, "### Calls: %s\n\n", sentence);
    if (ok && chosen.count)
        put_titles(put, of_own ? "change|own change|A|B|-function|-caller|-file:line"
                               : "change|A|B|-function|-caller|-file:line");
    for (uint32_t i = 0; ok && i < qp_compared_rows_shown(&chosen); i++) {
        const struct qp_compared *row = &comparison->rows[chosen.rows[i]];
        qp_compared_describe_calls(comparison, row, &words);
        qp_put_char(put, '|');
        put_cell(put, row->change == QP_CHANGE_VARIES ? "varies" : words.change.text);
        if (of_own)
            put_cell(put, words.of_own.text);
        put_cell(put, words.calls[QP_BEFORE]);
        put_cell(put, words.calls[QP_AFTER]);
        put_name(put, chosen.depths[chosen.rows[i]], words.state, qp_text_of(words.name));
        put_code_cell(put, words.caller);
        put_code_cell(put, words.place);
        qp_put_char(put, '\n');
    }
    if (ok)
        put_rest(put, chosen.count, qp_compared_rows_shown(&chosen));
    qp_compared_rows_close(&chosen);
    return ok;
}

static bool put_times(struct qp_put *put, const struct qp_comparison *comparison,
                      const struct qp_compared_choice *choice)
{
    char sentence[QP_COMPARISON_SENTENCE];
    struct qp_compared_rows chosen;
    struct qp_compared_time_words words;
    bool ok = qp_compared_rows_of_times(&chosen, comparison, choice), has_p = comparison->rule == QP_RULE_TEST;
    bool has_interval = comparison->rule == QP_RULE_INTERVALS;
    qp_comparison_describe_times(comparison, &choice->filter, sentence);
    qp_put_format(put, "### Self time: %s\n\n", sentence);
    qp_comparison_describe_drift(comparison, sentence);
    qp_put_format(put, "%s.\n", sentence);
    qp_comparison_describe_rule(comparison, sentence);
    qp_put_format(put, "%s.\n\n", sentence);
    if (ok && chosen.count)
        put_titles(put, has_p          ? "change||p|A|±|B|±|by calls|-function|-file:line"
                        : has_interval ? "change||interval|A|B|by calls|-function|-file:line"
                                       : "change||A|B|by calls|-function|-file:line");
    for (uint32_t i = 0; ok && i < qp_compared_rows_shown(&chosen); i++) {
        qp_compared_describe_times(comparison, &comparison->rows[chosen.rows[i]], &words);
        qp_put_char(put, '|');
        put_cell(put, words.change.text);
        put_cell(put, words.ratio.text);
        if (has_p)
            put_cell(put, words.p.text);
        if (has_interval)
            put_cell(put, words.interval.text);
        for (int side = 0; side < QP_COMPARED_SIDES; side++) {
            put_cell(put, words.normal[side].text);
            if (has_p)
                put_cell(put, words.spread[side].text);
        }
        put_cell(put, words.by_calls.text);
        put_name(put, 0, words.state, qp_text_of(words.name));
        put_code_cell(put, words.place);
        qp_put_char(put, '\n');
    }
    if (ok)
        put_rest(put, chosen.count, qp_compared_rows_shown(&chosen));
    qp_compared_rows_close(&chosen);
    return ok;
}

static void put_file(struct qp_put *put, const struct qp_compared_file *file)
{
    qp_put_char(put, '|');
    for (int side = 0; side < QP_COMPARED_SIDES; side++) {
        const struct qp_ran_file *it = file->in[side];
        qp_put_format(put, " %u/%u |", it ? it->ran : 0, it ? it->count : 0);
    }
    put_name(put, 0, "", qp_compared_file_name(file));
    put_cell(put, file->comparable ? file->only[QP_BEFORE] : "other lines");
    put_cell(put, file->comparable ? file->only[QP_AFTER] : "");
    qp_put_char(put, '\n');
}

static bool put_lines(struct qp_put *put, const struct qp_comparison *comparison,
                      const struct qp_compared_choice *choice)
{
    struct qp_compared_files files;
    uint32_t differing = 0, shown = 0;
    bool ok = qp_compared_files_open(&files, comparison);
    qp_put_string(put, "### Lines that ran on one side only\n\n");
    for (uint32_t i = 0; ok && i < files.count; i++) {
        const struct qp_compared_file *file = &files.items[i];
        if (!qp_filter_passes_path(&choice->filter, qp_compared_file_name(file)) ||
            (!choice->all && !qp_compared_file_differs(file)))
            continue;
        if (differing++ == 0)
            put_titles(put, "A|B|-file|-only in A|-only in B");
        if (choice->top && differing > choice->top)
            continue;
        put_file(put, file);
        shown++;
    }
    if (!differing)
        qp_put_string(put, "none\n");
    put_rest(put, differing, shown);
    qp_compared_files_close(&files);
    return ok;
}

static bool put_suspended(struct qp_put *put, const struct qp_comparison *comparison,
                          const struct qp_compared_choice *choice)
{
    struct qp_compared_rows chosen;
    char name[QP_COMPARED_NAME];
    bool ok = qp_compared_rows_of_suspended(&chosen, comparison, choice);
    qp_put_string(put, "### Runnable, blocked and waiting time, as recorded\n\n");
    if (ok && chosen.count)
        put_titles(put, "runnable A|B|blocked A|B|waiting A|B|-function");
    for (uint32_t i = 0; ok && i < qp_compared_rows_shown(&chosen); i++) {
        const struct qp_compared *row = &comparison->rows[chosen.rows[i]];
        const struct qp_run_numbers *a = &row->numbers[QP_BEFORE], *b = &row->numbers[QP_AFTER];
        const uint64_t times[] = {a->runnable, b->runnable, a->blocked, b->blocked, a->waiting, b->waiting};
        qp_put_char(put, '|');
        for (size_t k = 0; k < sizeof times / sizeof *times; k++)
            put_cell(put, times[k] ? qp_number_time(times[k]).text : "");
        qp_compared_name(comparison, row, name, sizeof name);
        put_name(put, 0, "", qp_text_of(name));
        qp_put_char(put, '\n');
    }
    if (ok)
        put_rest(put, chosen.count, qp_compared_rows_shown(&chosen));
    qp_compared_rows_close(&chosen);
    return ok;
}

/* ---- whole comparison -------------------------------------------------------------------------------------------- */

/* Write a note, escaped since it may contain file names. */
static bool take_note(void *to, const char *sentence)
{
    qp_put_string(to, "- **Note:** ");
    qp_put_markdown(to, qp_text_of(sentence));
    qp_put_char(to, '\n');
    return true;
}

bool qp_comparison_write_markdown(const struct qp_comparison *comparison, const struct qp_compared_choice *choice,
                                  FILE *out)
{
    struct qp_put put = {.out = out};
    put_heading(&put, comparison);
    bool ok = put_calls(&put, comparison, choice) && (!comparison->has_time || put_times(&put, comparison, choice)) &&
              (!qp_comparison_has_lines(comparison) || put_lines(&put, comparison, choice)) &&
              (!choice->suspended || put_suspended(&put, comparison, choice)) &&
              qp_comparison_notes(comparison, take_note, &put);
    qp_put_flush(&put);
    return ok;
}
