#include "profile/compare/compared.h"

#include "base/scratch.h"
#include "profile/compare/function_match.h"

#include <math.h>
#include <stdlib.h>

/* ---- rows -------------------------------------------------------------------------------------------------------- */

static void add_row(struct qp_comparison *comparison, uint32_t before, uint32_t after)
{
    comparison->matched += before != QP_NONE && after != QP_NONE;
    comparison->rows[comparison->count++] = (struct qp_compared){
        .in = {before, after}, .caller = QP_NONE, .cause = QP_NONE, .p = NAN, .interval = {NAN, NAN}};
}

/* Make rows for the functions of the first side, then for those that only the second side has. */
static bool make_rows(struct qp_comparison *comparison, uint32_t *const row_of[QP_COMPARED_SIDES])
{
    const struct qp_function_keys *before = &comparison->sides[QP_BEFORE]->functions;
    const struct qp_function_keys *after = &comparison->sides[QP_AFTER]->functions;
    uint32_t *match = qp_function_match(before, after);
    comparison->rows = malloc(((size_t)before->count + after->count + 1) * sizeof *comparison->rows);
    bool ok = match && comparison->rows;
    for (uint32_t i = 0; ok && i < before->count; i++) {
        row_of[QP_BEFORE][i] = comparison->count;
        if (match[i] != QP_NONE)
            row_of[QP_AFTER][match[i]] = comparison->count;
        add_row(comparison, i, match[i]);
    }
    for (uint32_t i = 0; ok && i < after->count; i++) {
        if (row_of[QP_AFTER][i] != QP_NONE)
            continue;
        row_of[QP_AFTER][i] = comparison->count;
        add_row(comparison, QP_NONE, i);
    }
    free(match);
    return ok;
}

static struct qp_count_range calls_of(const struct qp_runs *runs, uint32_t function, uint64_t *by_run)
{
    for (uint32_t run = 0; run < runs->count; run++)
        by_run[run] = qp_runs_numbers(runs, run, function).calls;
    return qp_count_range_of(by_run, runs->count);
}

/* Return true if each run that has a row's function counted its calls. */
static bool counts_calls(const struct qp_comparison *comparison, const struct qp_compared *row)
{
    bool counted = comparison->has_calls;
    for (int side = 0; side < QP_COMPARED_SIDES; side++) {
        const struct qp_runs *runs = comparison->sides[side];
        for (uint32_t run = 0; counted && run < runs->count; run++)
            counted = !qp_runs_is_uncounted(&runs->items[run], row->in[side]);
    }
    return counted;
}

static void compare_calls(struct qp_comparison *comparison, uint64_t *by_run)
{
    for (uint32_t i = 0; i < comparison->count; i++) {
        struct qp_compared *row = &comparison->rows[i];
        for (int side = 0; side < QP_COMPARED_SIDES; side++)
            row->calls[side] = calls_of(comparison->sides[side], row->in[side], by_run);
        if (counts_calls(comparison, row))
            row->change = qp_change_of(&row->calls[QP_BEFORE], &row->calls[QP_AFTER]);
        comparison->changed += qp_change_is_certain(row->change);
        comparison->varying += row->change == QP_CHANGE_VARIES;
    }
}

/* ---- medians ----------------------------------------------------------------------------------------------------- */

#define FIELDS (sizeof(struct qp_run_numbers) / sizeof(uint64_t))

/* Return medians over the runs: for each number of a function, or for each number of whole runs if `whole` is true. */
static struct qp_run_numbers medians_of(const struct qp_runs *runs, uint32_t function, bool whole, uint64_t *by_run)
{
    struct qp_run_numbers medians;
    uint64_t *fields = (uint64_t *)&medians;
    for (size_t field = 0; field < FIELDS; field++) {
        for (uint32_t run = 0; run < runs->count; run++) {
            const struct qp_run_numbers numbers = whole ? runs->items[run].all : qp_runs_numbers(runs, run, function);
            by_run[run] = ((const uint64_t *)&numbers)[field];
        }
        fields[field] = qp_count_range_of(by_run, runs->count).median;
    }
    return medians;
}

static void find_medians(struct qp_comparison *comparison, uint64_t *by_run)
{
    const struct qp_runs *before = comparison->sides[QP_BEFORE];
    comparison->has_time = comparison->has_calls = true;
    for (int side = 0; side < QP_COMPARED_SIDES; side++) {
        const struct qp_runs *runs = comparison->sides[side];
        for (uint32_t run = 0; run < runs->count; run++) {
            comparison->has_time &= runs->items[run].has_time;
            comparison->has_calls &=
                runs->items[run].counts_calls && runs->items[run].sampled == before->items[0].sampled;
        }
        comparison->all[side] = medians_of(runs, QP_NONE, true, by_run);
        for (uint32_t i = 0; i < comparison->count; i++)
            comparison->rows[i].numbers[side] = medians_of(runs, comparison->rows[i].in[side], false, by_run);
    }
}

/* ---- open and close ---------------------------------------------------------------------------------------------- */

bool qp_comparison_open(struct qp_comparison *comparison, const struct qp_runs *before, const struct qp_runs *after,
                        bool with_drift)
{
    const enum qp_measure measure = before->items[0].measure;
    *comparison = (struct qp_comparison){.sides = {before, after},
                                         .measure = measure,
                                         .least_p = NAN,
                                         .subtracts_drift = with_drift && measure == QP_MEASURE_TIME};
    struct qp_scratch scratch = {0};
    uint32_t *const row_of[QP_COMPARED_SIDES] = {qp_scratch_none(&scratch, before->functions.count),
                                                 qp_scratch_none(&scratch, after->functions.count)};
    uint64_t *by_run = qp_scratch_zeros(&scratch, before->count + after->count, sizeof *by_run);
    bool ok = !scratch.failed && make_rows(comparison, row_of);
    if (ok) {
        find_medians(comparison, by_run);
        compare_calls(comparison, by_run);
        ok = qp_call_changes_find(comparison, row_of) && (!comparison->has_time || qp_time_changes_find(comparison));
    }
    qp_scratch_free(&scratch);
    if (!ok)
        qp_comparison_close(comparison);
    return ok;
}

void qp_comparison_close(struct qp_comparison *comparison)
{
    free(comparison->rows);
    qp_drift_close(&comparison->drift);
    *comparison = (struct qp_comparison){0};
}
