#include "show/comparison.h"

#include "base/number.h"
#include "show/heading.h"
#include "show/table.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#define NAME_SIZE     400 /* longer names are cut in tables */
#define LOCATION_SIZE 600
#define MOST_INDENT   8 /* of what follows from what */

bool qp_comparison_sort(const char *word, enum qp_comparison_sort *sort)
{
    static const char *const words[] = {
#define X(constant, word) word,
        QP_COMPARISON_SORTS(X)
#undef X
    };
    for (unsigned i = 0; i < sizeof words / sizeof *words; i++) {
        *sort = (enum qp_comparison_sort)i;
        if (strcmp(words[i], word) == 0)
            return true;
    }
    return false;
}

/* ---- words ------------------------------------------------------------------------------------------------------- */

/* A change that has a size and a direction. */
static struct qp_number signed_number(bool negative, struct qp_number size)
{
    memmove(size.text + 1, size.text, sizeof size.text - 2);
    size.text[0] = negative ? '-' : '+';
    return size;
}

static struct qp_number change_of_count(int64_t change)
{
    if (change == 0)
        return (struct qp_number){"="};
    return signed_number(change < 0, qp_number_count(change < 0 ? -(uint64_t)change : (uint64_t)change));
}

static struct qp_number change_of_time(double ns, struct qp_unit unit)
{
    return signed_number(ns < 0, qp_number_in_unit((uint64_t)fabs(round(ns)), unit));
}

/* "+9.2%", "x3.1" from twice as much on. */
static struct qp_number ratio(double before, double after)
{
    struct qp_number number = {""};
    if (!(before > 0))
        return number;
    if (after / before >= 2)
        snprintf(number.text, sizeof number.text, "x%.3g", after / before);
    else
        snprintf(number.text, sizeof number.text, "%+.1f%%", 100 * (after / before - 1));
    return number;
}

static struct qp_number time_of(double ns)
{
    return qp_number_time((uint64_t)round(ns));
}

/* "1,200", or "1,100..1,300" of runs that differ. */
static void put_range(struct qp_table *table, const struct qp_count_range *range)
{
    if (range->least == range->most)
        qp_table_add_count(table, range->least);
    else
        qp_table_addf(table, QP_STYLE_PLAIN, "%s..%s", qp_number_count(range->least).text,
                      qp_number_count(range->most).text);
}

static const struct qp_run *run_of(const struct qp_comparison *comparison, const struct qp_compared *row)
{
    return &comparison->sides[row->in[QP_AFTER] == QP_NONE ? QP_BEFORE : QP_AFTER]->items[0];
}

static void show_name(const struct qp_comparison *comparison, const struct qp_compared *row, char *shown, size_t size)
{
    const struct qp_function_key *key = qp_compared_key(comparison, row);
    qp_profile_show_name(run_of(comparison, row)->product, key->class_name, key->name, key->id, shown, size);
}

static void put_name(struct qp_table *table, const struct qp_comparison *comparison, const struct qp_compared *row,
                     uint32_t depth)
{
    char name[NAME_SIZE];
    const char *word = row->change == QP_CHANGE_NEW ? "new: " : row->change == QP_CHANGE_GONE ? "gone: " : "";
    show_name(comparison, row, name, sizeof name);
    qp_table_addf(table, QP_STYLE_PLAIN, "%*s%s%s", 2 * (int)(depth < MOST_INDENT ? depth : MOST_INDENT), "", word,
                  name);
}

static void put_place(struct qp_table *table, const struct qp_comparison *comparison, const struct qp_compared *row)
{
    char place[LOCATION_SIZE];
    const struct qp_function_key *key = qp_compared_key(comparison, row);
    qp_profile_show_location(key->file, key->line, place, sizeof place);
    qp_table_add(table, QP_STYLE_DIM, place);
}

bool qp_comparison_has(const struct qp_comparison *comparison, const struct qp_compared *row, const char *filter)
{
    char name[NAME_SIZE];
    if (!filter)
        return true;
    show_name(comparison, row, name, sizeof name);
    return strstr(name, filter) || qp_text_contains(qp_compared_key(comparison, row)->file, filter);
}

/* ---- the heading ------------------------------------------------------------------------------------------------- */

static void print_side(const struct qp_comparison *comparison, enum qp_comparison_side side,
                       const struct qp_stream *stream)
{
    const struct qp_runs *runs = comparison->sides[side];
    const struct qp_run *first = &runs->items[0];
    char program[300];
    if (qp_text_show(first->program, program, sizeof program) == 0)
        strcpy(program, "(unknown program)");
    qp_stream_put(stream, QP_STYLE_BOLD, side == QP_BEFORE ? "A" : "B");
    fprintf(stream->out, "  %s  lib%s  ", program, qp_profile_product_name(first->product));
    if (runs->count > 1)
        fprintf(stream->out, "%u runs, from %s (pid %u) to %s (pid %u)\n", runs->count, first->path, first->pid,
                runs->items[runs->count - 1].path, runs->items[runs->count - 1].pid);
    else
        fprintf(stream->out, "%s (pid %u)\n", first->path, first->pid);
}

void qp_comparison_print_heading(const struct qp_comparison *comparison, const struct qp_stream *stream)
{
    FILE *out = stream->out;
    const struct qp_run_numbers *before = &comparison->all[QP_BEFORE], *after = &comparison->all[QP_AFTER];
    print_side(comparison, QP_BEFORE, stream);
    print_side(comparison, QP_AFTER, stream);
    fprintf(out, "calls %s → %s (%s", qp_number_count(before->calls).text, qp_number_count(after->calls).text,
            change_of_count((int64_t)(after->calls - before->calls)).text);
    if (before->calls && before->calls != after->calls)
        fprintf(out, ", %s", ratio((double)before->calls, (double)after->calls).text);
    fputs(")", out);
    if (comparison->has_time)
        fprintf(out, "  self time %s → %s (%s)", qp_number_time(before->self).text, qp_number_time(after->self).text,
                ratio((double)before->self, (double)after->self).text);
    fputc('\n', out);
}

/* ---- calls ------------------------------------------------------------------------------------------------------- */

struct chosen {
    const struct qp_comparison *comparison;
    const struct qp_comparison_choice *choice;
    uint32_t *rows; /* that are shown, in order */
    uint32_t count;
    uint32_t *depths; /* by row: how many rows it follows from */
};

static uint64_t size_of_calls(const struct qp_compared *row)
{
    int64_t change = qp_compared_calls(row);
    return change < 0 ? -(uint64_t)change : (uint64_t)change;
}

static int by_calls(const void *left, const void *right, void *of)
{
    const struct qp_compared *rows = ((const struct chosen *)of)->comparison->rows;
    uint32_t a = *(const uint32_t *)left, b = *(const uint32_t *)right;
    bool certain_a = qp_change_is_certain(rows[a].change), certain_b = qp_change_is_certain(rows[b].change);
    if (certain_a != certain_b)
        return certain_a ? -1 : 1;
    if (size_of_calls(&rows[a]) != size_of_calls(&rows[b]))
        return size_of_calls(&rows[a]) > size_of_calls(&rows[b]) ? -1 : 1;
    return (a > b) - (a < b);
}

static int by_name(const void *left, const void *right, void *of)
{
    const struct qp_comparison *comparison = ((const struct chosen *)of)->comparison;
    uint32_t a = *(const uint32_t *)left, b = *(const uint32_t *)right;
    char name_a[NAME_SIZE], name_b[NAME_SIZE];
    show_name(comparison, &comparison->rows[a], name_a, sizeof name_a);
    show_name(comparison, &comparison->rows[b], name_b, sizeof name_b);
    int order = strcmp(name_a, name_b);
    return order ? order : (a > b) - (a < b);
}

/* Causes first, what follows from each behind it: rows come in the order of their changes. */
static bool order_by_cause(struct chosen *chosen)
{
    const struct qp_compared *rows = chosen->comparison->rows;
    uint32_t room = chosen->comparison->count + 1, count = 0, waiting = 0;
    uint32_t *first = malloc(room * sizeof *first), *next = malloc(room * sizeof *next);
    uint32_t *stack = malloc(room * sizeof *stack);
    bool ok = first && next && stack;
    if (ok)
        memset(first, 0xff, room * sizeof *first);
    for (uint32_t i = chosen->count; ok && i-- > 0;) {
        uint32_t row = chosen->rows[i], cause = rows[row].cause;
        uint32_t *list = &first[cause == QP_NONE ? chosen->comparison->count : cause];
        next[row] = *list;
        *list = row;
    }
    if (ok && first[chosen->comparison->count] != QP_NONE)
        stack[waiting++] = first[chosen->comparison->count];
    while (waiting) {
        uint32_t row = stack[--waiting];
        chosen->rows[count++] = row;
        chosen->depths[row] = rows[row].cause == QP_NONE ? 0 : chosen->depths[rows[row].cause] + 1;
        if (next[row] != QP_NONE)
            stack[waiting++] = next[row];
        if (first[row] != QP_NONE)
            stack[waiting++] = first[row];
    }
    free(first);
    free(next);
    free(stack);
    return ok;
}

/* Rows whose calls differ, or all that the filter asks for. */
static bool choose_calls(struct chosen *chosen)
{
    const struct qp_comparison *comparison = chosen->comparison;
    const struct qp_comparison_choice *choice = chosen->choice;
    uint32_t kept = 0;
    for (uint32_t i = 0; i < comparison->count; i++) {
        if (choice->all || qp_change_is_certain(comparison->rows[i].change))
            chosen->rows[chosen->count++] = i;
    }
    bool named = choice->sort == QP_COMPARISON_BY_NAME;
    qsort_r(chosen->rows, chosen->count, sizeof *chosen->rows, named ? by_name : by_calls, chosen);
    if (!named && !choice->filter && !order_by_cause(chosen))
        return false;
    for (uint32_t i = 0; i < chosen->count; i++) {
        if (qp_comparison_has(comparison, &comparison->rows[chosen->rows[i]], choice->filter))
            chosen->rows[kept++] = chosen->rows[i];
    }
    chosen->count = kept;
    return true;
}

static bool open_chosen(struct chosen *chosen, const struct qp_comparison *comparison,
                        const struct qp_comparison_choice *choice)
{
    *chosen = (struct chosen){.comparison = comparison, .choice = choice};
    chosen->rows = malloc(((size_t)comparison->count + 1) * sizeof *chosen->rows);
    chosen->depths = calloc((size_t)comparison->count + 1, sizeof *chosen->depths);
    return chosen->rows && chosen->depths;
}

static void close_chosen(struct chosen *chosen)
{
    free(chosen->rows);
    free(chosen->depths);
}

static uint32_t shown_of(const struct chosen *chosen)
{
    uint32_t top = chosen->choice->top;
    return top && top < chosen->count ? top : chosen->count;
}

/* By whose calls: "is_alpha", with the part of the change that came so where it is not all of it. */
static void put_caller(struct qp_table *table, const struct qp_comparison *comparison, const struct qp_compared *row)
{
    char name[NAME_SIZE] = "begin of a thread", part[40] = "";
    if (row->from_caller == 0) {
        qp_table_add(table, QP_STYLE_PLAIN, "");
        return;
    }
    if (row->caller != QP_NONE)
        show_name(comparison, &comparison->rows[row->caller], name, sizeof name);
    if (row->caller != QP_NONE && &comparison->rows[row->caller] == row)
        strcpy(name, "itself");
    if (row->from_caller != qp_compared_calls(row))
        snprintf(part, sizeof part, " %s", change_of_count(row->from_caller).text);
    qp_table_addf(table, QP_STYLE_PLAIN, "%s%s", name, part);
}

static bool print_call_rows(const struct chosen *chosen, const struct qp_stream *stream)
{
    const struct qp_comparison *comparison = chosen->comparison;
    struct qp_table table;
    qp_table_init(&table, "change|A|B|-function|-called by|-place");
    for (uint32_t i = 0; i < shown_of(chosen); i++) {
        const struct qp_compared *row = &comparison->rows[chosen->rows[i]];
        if (qp_change_is_certain(row->change))
            qp_table_add(&table, qp_compared_calls(row) < 0 ? QP_STYLE_GREEN : QP_STYLE_RED,
                         change_of_count(qp_compared_calls(row)).text);
        else
            qp_table_add(&table, QP_STYLE_PLAIN, row->change == QP_CHANGE_VARIES ? "varies" : "=");
        put_range(&table, &row->calls[QP_BEFORE]);
        put_range(&table, &row->calls[QP_AFTER]);
        put_name(&table, comparison, row, chosen->depths[chosen->rows[i]]);
        put_caller(&table, comparison, row);
        put_place(&table, comparison, row);
    }
    return qp_table_finish(&table, stream, NULL);
}

static void print_calls_title(const struct qp_comparison *comparison, const struct qp_stream *stream)
{
    char title[200];
    if (comparison->changed)
        snprintf(title, sizeof title, "Calls: %s of %s functions %s called more or less often",
                 qp_number_count(comparison->changed).text, qp_number_count(comparison->count).text,
                 comparison->changed == 1 ? "is" : "are");
    else
        snprintf(title, sizeof title, "Calls: %s %s functions is called more or less often",
                 comparison->varying ? "for certain none of" : "none of", qp_number_count(comparison->count).text);
    qp_heading_title(title, stream);
    if (comparison->varying)
        fprintf(stream->out, "%s function%s from run to run, and the runs of A and B overlap (--all shows them)\n",
                qp_number_count(comparison->varying).text, comparison->varying == 1 ? " varies" : "s vary");
}

bool qp_comparison_print_calls(const struct qp_comparison *comparison, const struct qp_comparison_choice *choice,
                               const struct qp_stream *stream)
{
    struct chosen chosen;
    bool ok = open_chosen(&chosen, comparison, choice) && choose_calls(&chosen);
    if (ok) {
        print_calls_title(comparison, stream);
        if (chosen.count)
            ok = print_call_rows(&chosen, stream);
        else if (choice->filter)
            fputs("no function of these matches\n", stream->out);
        qp_heading_rest(chosen.count, shown_of(&chosen), "; --top=0 shows all", stream);
    }
    close_chosen(&chosen);
    return ok;
}

/* ---- times ------------------------------------------------------------------------------------------------------- */

static double change_in_time(const struct qp_compared *row)
{
    return row->normal[QP_AFTER] - row->normal[QP_BEFORE];
}

static int by_number(double a, double b)
{
    return a > b ? -1 : a < b;
}

static double off_ratio(const struct qp_compared *row)
{
    bool both = row->normal[QP_BEFORE] > 0 && row->normal[QP_AFTER] > 0;
    return both ? fabs(log(row->normal[QP_AFTER] / row->normal[QP_BEFORE])) : INFINITY;
}

static int by_time(const void *left, const void *right, void *of)
{
    const struct chosen *chosen = of;
    uint32_t a = *(const uint32_t *)left, b = *(const uint32_t *)right;
    const struct qp_compared *one = &chosen->comparison->rows[a], *two = &chosen->comparison->rows[b];
    int order = 0;
    switch (chosen->choice->sort) {
    case QP_COMPARISON_BY_RATIO:
        order = by_number(off_ratio(one), off_ratio(two));
        break;
    case QP_COMPARISON_BY_CALLS:
        order = by_number((double)size_of_calls(one), (double)size_of_calls(two));
        break;
    case QP_COMPARISON_BY_SELF:
        order = by_number(one->normal[QP_AFTER], two->normal[QP_AFTER]);
        break;
    case QP_COMPARISON_BY_P:
        order = by_number(isnan(two->p) ? 2 : two->p, isnan(one->p) ? 2 : one->p);
        break;
    case QP_COMPARISON_BY_NAME:
        return by_name(left, right, of);
    default:
        break;
    }
    if (order == 0)
        order = by_number(fabs(change_in_time(one)), fabs(change_in_time(two)));
    return order ? order : (a > b) - (a < b);
}

/* Whether a row's time differs for a reason: by calls, or beyond noise. */
static bool differs(const struct qp_compared *row)
{
    return row->slower_or_faster || (qp_change_is_certain(row->change) && change_in_time(row) != 0);
}

static bool has_time(const struct qp_compared *row)
{
    return row->normal[QP_BEFORE] > 0 || row->normal[QP_AFTER] > 0;
}

static void choose_times(struct chosen *chosen)
{
    const struct qp_comparison *comparison = chosen->comparison;
    for (uint32_t i = 0; i < comparison->count; i++) {
        const struct qp_compared *row = &comparison->rows[i];
        if ((chosen->choice->all ? has_time(row) : differs(row)) &&
            qp_comparison_has(comparison, row, chosen->choice->filter))
            chosen->rows[chosen->count++] = i;
    }
    qsort_r(chosen->rows, chosen->count, sizeof *chosen->rows, by_time, chosen);
}

/* The columns that have something to say. */
struct columns {
    bool calls;  /* calls changed */
    bool spread; /* a side has several runs */
    bool p;      /* there is one */
    bool drift;  /* times are not as they were recorded */
    struct qp_unit unit;
};

static struct columns columns_of(const struct chosen *chosen)
{
    const struct qp_comparison *comparison = chosen->comparison;
    struct columns columns = {
        .spread = comparison->sides[QP_BEFORE]->count > 1 || comparison->sides[QP_AFTER]->count > 1,
        .p = !isnan(comparison->least_p),
    };
    double largest = 0;
    for (uint32_t i = 0; i < shown_of(chosen); i++) {
        const struct qp_compared *row = &comparison->rows[chosen->rows[i]];
        columns.calls |= qp_change_is_certain(row->change);
        columns.drift |= row->normal[QP_AFTER] != row->self[QP_AFTER] || row->normal[QP_BEFORE] != row->self[QP_BEFORE];
        largest = fmax(largest, fmax(row->normal[QP_BEFORE], row->normal[QP_AFTER]));
    }
    columns.unit = qp_unit_for((uint64_t)largest);
    return columns;
}

static void begin_time_table(struct qp_table *table, const struct columns *columns)
{
    char titles[200];
    const char *unit = columns->unit.name;
    snprintf(titles, sizeof titles, "change %s|%s%s%sA %s|B %s%s%s|-function|-place", unit, "ratio|",
             columns->calls ? "calls|by calls|by cost|" : "", columns->p ? "p|" : "", unit, unit,
             columns->drift ? "|raw A|raw B" : "", "");
    qp_table_init(table, titles);
}

/* What a change of calls explains of a change of time, at the cost that a call had; the rest is another cost of a call.
 */
static void put_split(struct qp_table *table, const struct qp_compared *row, struct qp_unit unit)
{
    if (!qp_change_is_certain(row->change)) {
        qp_table_add(table, QP_STYLE_PLAIN, "=");
        qp_table_add(table, QP_STYLE_PLAIN, "");
        qp_table_add(table, QP_STYLE_PLAIN, change_of_time(change_in_time(row), unit).text);
        return;
    }
    qp_table_add(table, QP_STYLE_PLAIN, change_of_count(qp_compared_calls(row)).text);
    double calls = (double)row->calls[QP_BEFORE].median;
    if (calls == 0 || row->calls[QP_AFTER].median == 0) {
        qp_table_add(table, QP_STYLE_PLAIN, change_of_time(change_in_time(row), unit).text);
        qp_table_add(table, QP_STYLE_PLAIN, "");
        return;
    }
    double by_calls = row->normal[QP_BEFORE] / calls * (double)qp_compared_calls(row);
    qp_table_add(table, QP_STYLE_PLAIN, change_of_time(by_calls, unit).text);
    qp_table_add(table, QP_STYLE_PLAIN, change_of_time(change_in_time(row) - by_calls, unit).text);
}

static void put_side(struct qp_table *table, const struct qp_compared *row, enum qp_comparison_side side,
                     const struct columns *columns)
{
    struct qp_number number = qp_number_in_unit((uint64_t)round(row->normal[side]), columns->unit);
    if (columns->spread && row->normal[side] > 0)
        qp_table_addf(table, QP_STYLE_PLAIN, "%s ±%2.0f%%", number.text, 100 * row->spread[side] / row->normal[side]);
    else
        qp_table_add(table, QP_STYLE_PLAIN, number.text);
}

static void put_time_row(struct qp_table *table, const struct qp_comparison *comparison, const struct qp_compared *row,
                         const struct columns *columns)
{
    enum qp_style style = !differs(row) ? QP_STYLE_PLAIN : change_in_time(row) < 0 ? QP_STYLE_GREEN : QP_STYLE_RED;
    qp_table_add(table, style, change_of_time(change_in_time(row), columns->unit).text);
    qp_table_add(table, style, ratio(row->normal[QP_BEFORE], row->normal[QP_AFTER]).text);
    if (columns->calls)
        put_split(table, row, columns->unit);
    if (columns->p && isnan(row->p))
        qp_table_add(table, QP_STYLE_PLAIN, "");
    else if (columns->p)
        qp_table_addf(table, QP_STYLE_PLAIN, row->p < 0.0995 ? "%.3f" : "%.2f", row->p);
    for (int side = 0; side < QP_COMPARED_SIDES; side++)
        put_side(table, row, (enum qp_comparison_side)side, columns);
    for (int side = 0; columns->drift && side < QP_COMPARED_SIDES; side++)
        qp_table_add(table, QP_STYLE_DIM, qp_number_in_unit((uint64_t)round(row->self[side]), columns->unit).text);
    put_name(table, comparison, row, 0);
    put_place(table, comparison, row);
}

/* How much of A's time B's machine took, and what is left of all time after that. */
static void print_drift(const struct qp_comparison *comparison, const struct qp_stream *stream)
{
    const struct qp_drift *drift = &comparison->drift;
    double before = comparison->normal[QP_BEFORE], after = comparison->normal[QP_AFTER];
    if (drift->functions == 0) {
        fputs("no function is called equally often in A and B: it is not known how fast the machine was\n",
              stream->out);
        return;
    }
    fprintf(stream->out, "B's machine took %.2f of A's time (%.2f to %.2f in the middle half of it), ", drift->second,
            drift->low, drift->high);
    if (comparison->takes_off_drift)
        fprintf(stream->out, "taken off: all self time %s → %s (%s)\n", time_of(before).text, time_of(after).text,
                ratio(before, after).text);
    else
        fputs("left in\n", stream->out);
}

static void print_rule(const struct chosen *chosen, uint32_t differing, const struct qp_stream *stream)
{
    const struct qp_comparison *comparison = chosen->comparison;
    FILE *out = stream->out;
    if (comparison->rule == QP_TIME_TESTED)
        fprintf(out,
                "p: the probability that any of all functions differs by so much if A and B take the same time%s\n",
                comparison->sampled ? ", by 10,000 of the ways to split the runs" : "");
    else if (comparison->rule == QP_TIME_NOT)
        fputs("too few functions are called equally often to tell a change of time from noise\n", out);
    else if (!isnan(comparison->least_p))
        fprintf(out,
                "%u and %u runs cannot give a p below %.2f (4 and 4 can): shown is what differs by %.0f times the "
                "spread of functions of its size\n",
                comparison->sides[QP_BEFORE]->count, comparison->sides[QP_AFTER]->count, comparison->least_p,
                QP_COMPARISON_SPREAD);
    else
        fprintf(out,
                "one run of each, so without a test: shown is what differs by %.0f times the spread of functions of "
                "its size\n",
                QP_COMPARISON_SPREAD);
    (void)differing;
}

static uint32_t count_differing(const struct qp_comparison *comparison)
{
    uint32_t count = 0;
    for (uint32_t i = 0; i < comparison->count; i++)
        count += differs(&comparison->rows[i]);
    return count;
}

static bool print_time_rows(const struct chosen *chosen, const struct qp_stream *stream)
{
    const struct columns columns = columns_of(chosen);
    struct qp_table table;
    begin_time_table(&table, &columns);
    for (uint32_t i = 0; i < shown_of(chosen); i++)
        put_time_row(&table, chosen->comparison, &chosen->comparison->rows[chosen->rows[i]], &columns);
    return qp_table_finish(&table, stream, NULL);
}

bool qp_comparison_print_times(const struct qp_comparison *comparison, const struct qp_comparison_choice *choice,
                               const struct qp_stream *stream)
{
    struct chosen chosen;
    char title[200];
    if (!open_chosen(&chosen, comparison, choice)) {
        close_chosen(&chosen);
        return false;
    }
    bool ok = true;
    choose_times(&chosen);
    uint32_t differing = count_differing(comparison);
    snprintf(title, sizeof title, "Self time: %s of %s functions %s", qp_number_count(differing).text,
             qp_number_count(comparison->count).text, differing == 1 ? "differs" : "differ");
    qp_heading_title(title, stream);
    print_drift(comparison, stream);
    print_rule(&chosen, differing, stream);
    if (chosen.count)
        ok = print_time_rows(&chosen, stream);
    qp_heading_rest(chosen.count, shown_of(&chosen), "; --top=0 shows all", stream);
    close_chosen(&chosen);
    return ok;
}

/* ---- what virtual threads are suspended for ---------------------------------------------------------------------- */

bool qp_comparison_print_suspended(const struct qp_comparison *comparison, const struct qp_comparison_choice *choice,
                                   const struct qp_stream *stream)
{
    (void)comparison, (void)choice, (void)stream;
    return true;
}
