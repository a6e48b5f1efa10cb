#include "profile/compare/compared_rows.h"

#include "base/order.h"
#include "base/scratch.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

const char *const qp_compared_sort_words[] = {
#define X(constant, word) word,
    QP_COMPARED_SORTS(X)
#undef X
        NULL,
};

/* ---- descriptions of a row --------------------------------------------------------------------------------------- */

static const struct qp_run *run_of(const struct qp_comparison *comparison, const struct qp_compared *row)
{
    return &comparison->sides[row->in[QP_AFTER] == QP_NONE ? QP_BEFORE : QP_AFTER]->items[0];
}

void qp_compared_name(const struct qp_comparison *comparison, const struct qp_compared *row, char *shown, size_t size)
{
    const struct qp_function_key *key = qp_compared_key(comparison, row);
    qp_profile_show_name(run_of(comparison, row)->product, key->class_name, key->name, key->id, shown, size);
}

void qp_compared_location(const struct qp_comparison *comparison, const struct qp_compared *row, char *shown,
                          size_t size)
{
    const struct qp_function_key *key = qp_compared_key(comparison, row);
    qp_profile_show_location(key->file, key->line, shown, size);
}

void qp_compared_caller(const struct qp_comparison *comparison, const struct qp_compared *row, char *shown, size_t size)
{
    const struct qp_compared *caller = row->caller == QP_NONE ? NULL : &comparison->rows[row->caller];
    if (caller && caller != row)
        qp_compared_name(comparison, caller, shown, size);
    else
        snprintf(shown, size, "%s", caller ? "itself" : row->from_caller ? "begin of a thread" : "");
}

bool qp_compared_passes(const struct qp_comparison *comparison, const struct qp_compared *row,
                        const struct qp_filter *filter)
{
    char name[QP_COMPARED_NAME];
    if (qp_filter_is_empty(filter))
        return true;
    qp_compared_name(comparison, row, name, sizeof name);
    return qp_filter_passes_function(filter, qp_text_of(name), qp_compared_key(comparison, row)->file);
}

bool qp_compared_sum(const struct qp_comparison *comparison, const struct qp_filter *filter,
                     double normal[QP_COMPARED_SIDES], uint32_t *count)
{
    bool *chosen = malloc(((size_t)comparison->count + 1) * sizeof *chosen);
    *count = 0;
    for (uint32_t i = 0; chosen && i < comparison->count; i++)
        *count += chosen[i] = qp_compared_passes(comparison, &comparison->rows[i], filter);
    bool ok = chosen && qp_comparison_add_up(comparison, chosen, normal);
    free(chosen);
    return ok;
}

const char *qp_compared_state(const struct qp_compared *row)
{
    static const char *const words[] = {"same", "varies", "more", "less", "new", "gone"};
    return words[row->change];
}

double qp_compared_time(const struct qp_compared *row)
{
    return row->normal[QP_AFTER] - row->normal[QP_BEFORE];
}

double qp_compared_time_by_calls(const struct qp_compared *row)
{
    uint64_t before = row->calls[QP_BEFORE].median, after = row->calls[QP_AFTER].median;
    if (!qp_change_is_certain(row->change))
        return 0;
    if (before == 0 || after == 0)
        return qp_compared_time(row);
    return row->normal[QP_BEFORE] / (double)before * (double)qp_compared_calls(row);
}

uint64_t qp_compared_suspended(const struct qp_compared *row, enum qp_comparison_side side)
{
    const struct qp_run_numbers *numbers = &row->numbers[side];
    return numbers->runnable + numbers->blocked + numbers->waiting;
}

struct qp_compared_counts qp_compared_count(const struct qp_comparison *comparison, const struct qp_filter *filter)
{
    struct qp_compared_counts counts = {0};
    for (uint32_t i = 0; i < comparison->count; i++) {
        const struct qp_compared *row = &comparison->rows[i];
        if (!qp_compared_passes(comparison, row, filter))
            continue;
        counts.rows++;
        counts.changed += qp_change_is_certain(row->change);
        counts.varying += row->change == QP_CHANGE_VARIES;
        counts.differing += row->time_differs;
    }
    return counts;
}

/* ---- orders ------------------------------------------------------------------------------------------------------ */

/* Compare two numbers for descending order. */
static int by_number(double a, double b)
{
    return a > b ? -1 : a < b;
}

/* Compare two rows by name. Like the other callbacks of qsort_r below, this function gets indexes of rows, and a
 * struct qp_compared_rows as `of`. Equal rows are sorted by index. */
static int by_name(const void *left, const void *right, void *of)
{
    const struct qp_comparison *comparison = ((const struct qp_compared_rows *)of)->comparison;
    uint32_t a = *(const uint32_t *)left, b = *(const uint32_t *)right;
    char name_a[QP_COMPARED_NAME], name_b[QP_COMPARED_NAME];
    qp_compared_name(comparison, &comparison->rows[a], name_a, sizeof name_a);
    qp_compared_name(comparison, &comparison->rows[b], name_b, sizeof name_b);
    int order = strcmp(name_a, name_b);
    return order ? order : QP_ORDER({a, b});
}

static int by_calls(const void *left, const void *right, void *of)
{
    const struct qp_compared *rows = ((const struct qp_compared_rows *)of)->comparison->rows;
    uint32_t a = *(const uint32_t *)left, b = *(const uint32_t *)right;
    return QP_ORDER({qp_change_is_certain(rows[b].change), qp_change_is_certain(rows[a].change)},
                    {qp_change_size(qp_compared_calls(&rows[b])), qp_change_size(qp_compared_calls(&rows[a]))}, {a, b});
}

static double off_ratio(const struct qp_compared *row)
{
    bool both = row->normal[QP_BEFORE] > 0 && row->normal[QP_AFTER] > 0;
    return both ? fabs(log(row->normal[QP_AFTER] / row->normal[QP_BEFORE])) : INFINITY;
}

static int by_time(const void *left, const void *right, void *of)
{
    const struct qp_compared_rows *chosen = of;
    uint32_t a = *(const uint32_t *)left, b = *(const uint32_t *)right;
    const struct qp_compared *one = &chosen->comparison->rows[a], *two = &chosen->comparison->rows[b];
    int order = 0;
    switch (chosen->choice->sort) {
    case QP_COMPARED_BY_RATIO:
        order = by_number(off_ratio(one), off_ratio(two));
        break;
    case QP_COMPARED_BY_CALLS:
        order =
            by_number((double)qp_change_size(qp_compared_calls(one)), (double)qp_change_size(qp_compared_calls(two)));
        break;
    case QP_COMPARED_BY_SELF:
        order = by_number(one->normal[QP_AFTER], two->normal[QP_AFTER]);
        break;
    case QP_COMPARED_BY_P:
        order = by_number(isnan(two->p) ? 2 : two->p, isnan(one->p) ? 2 : one->p);
        break;
    case QP_COMPARED_BY_NAME:
        return by_name(left, right, of);
    default:
        break;
    }
    if (order == 0)
        order = by_number(fabs(qp_compared_time(one)), fabs(qp_compared_time(two)));
    return order ? order : QP_ORDER({a, b});
}

static double suspended_change(const struct qp_compared *row)
{
    return fabs((double)qp_compared_suspended(row, QP_AFTER) - (double)qp_compared_suspended(row, QP_BEFORE));
}

static int by_suspended(const void *left, const void *right, void *of)
{
    const struct qp_compared *rows = ((const struct qp_compared_rows *)of)->comparison->rows;
    uint32_t a = *(const uint32_t *)left, b = *(const uint32_t *)right;
    int order = by_number(suspended_change(&rows[a]), suspended_change(&rows[b]));
    return order ? order : QP_ORDER({a, b});
}

/* ---- causes ------------------------------------------------------------------------------------------------------ */

/* Place each row after its cause. Rows with the same cause stay in the order in which they were sorted. */
static bool order_by_cause(struct qp_compared_rows *chosen)
{
    const struct qp_compared *rows = chosen->comparison->rows;
    struct qp_scratch scratch = {0};
    uint32_t capacity = chosen->comparison->count + 1, count = 0, waiting = 0;
    uint32_t *first = qp_scratch_none(&scratch, capacity), *next = qp_scratch_none(&scratch, capacity);
    uint32_t *stack = qp_scratch_none(&scratch, capacity);
    bool ok = !scratch.failed;
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
    qp_scratch_free(&scratch);
    return ok;
}

/* ---- selection --------------------------------------------------------------------------------------------------- */

typedef bool is_wanted(const struct qp_compared *row, bool all);

static bool has_calls_to_show(const struct qp_compared *row, bool all)
{
    return all || qp_change_is_certain(row->change);
}

static bool has_time_to_show(const struct qp_compared *row, bool all)
{
    bool has_time = row->normal[QP_BEFORE] > 0 || row->normal[QP_AFTER] > 0;
    return all ? has_time : row->time_differs;
}

static bool was_suspended(const struct qp_compared *row, bool all)
{
    (void)all;
    return qp_compared_suspended(row, QP_BEFORE) || qp_compared_suspended(row, QP_AFTER);
}

/* Choose the wanted rows that pass the filter, and sort them. Return false if out of memory. */
static bool choose(struct qp_compared_rows *chosen, const struct qp_comparison *comparison,
                   const struct qp_compared_choice *choice, is_wanted *wanted, bool all,
                   int (*order)(const void *left, const void *right, void *of))
{
    *chosen = (struct qp_compared_rows){.comparison = comparison, .choice = choice};
    chosen->rows = malloc(((size_t)comparison->count + 1) * sizeof *chosen->rows);
    chosen->depths = calloc((size_t)comparison->count + 1, sizeof *chosen->depths);
    if (!chosen->rows || !chosen->depths)
        return false;
    for (uint32_t i = 0; i < comparison->count; i++) {
        const struct qp_compared *row = &comparison->rows[i];
        if (wanted(row, all) && qp_compared_passes(comparison, row, &choice->filter))
            chosen->rows[chosen->count++] = i;
    }
    qsort_r(chosen->rows, chosen->count, sizeof *chosen->rows, order, chosen);
    return true;
}

bool qp_compared_rows_of_calls(struct qp_compared_rows *chosen, const struct qp_comparison *comparison,
                               const struct qp_compared_choice *choice)
{
    bool named = choice->sort == QP_COMPARED_BY_NAME;
    return choose(chosen, comparison, choice, has_calls_to_show, choice->all, named ? by_name : by_calls) &&
           (named || !qp_filter_is_empty(&choice->filter) || order_by_cause(chosen));
}

bool qp_compared_rows_of_times(struct qp_compared_rows *chosen, const struct qp_comparison *comparison,
                               const struct qp_compared_choice *choice)
{
    return choose(chosen, comparison, choice, has_time_to_show,
                  choice->all || (choice->times && comparison->rule != QP_RULE_TEST), by_time);
}

bool qp_compared_rows_of_suspended(struct qp_compared_rows *chosen, const struct qp_comparison *comparison,
                                   const struct qp_compared_choice *choice)
{
    return choose(chosen, comparison, choice, was_suspended, choice->all, by_suspended);
}

void qp_compared_rows_close(struct qp_compared_rows *chosen)
{
    free(chosen->rows);
    free(chosen->depths);
}

uint32_t qp_compared_rows_shown(const struct qp_compared_rows *chosen)
{
    uint32_t top = chosen->choice->top;
    return top && top < chosen->count ? top : chosen->count;
}

bool qp_compared_rows_of_own(const struct qp_compared_rows *chosen)
{
    bool any = false;
    for (uint32_t i = 0; i < qp_compared_rows_shown(chosen); i++)
        any |= chosen->comparison->rows[chosen->rows[i]].of_own != 0;
    return any;
}
