#include "profile/compare/compared.h"

#include "base/order.h"

#include <stdlib.h>

static int by_count(const void *left, const void *right)
{
    const uint64_t *a = left, *b = right;
    return QP_ORDER({*a, *b});
}

struct qp_count_range qp_count_range_of(uint64_t *values, uint32_t count)
{
    qsort(values, count, sizeof *values, by_count);
    uint64_t low = values[(count - 1) / 2], high = values[count / 2];
    return (struct qp_count_range){values[0], low + (high - low) / 2, values[count - 1]};
}

enum qp_change qp_change_of(const struct qp_count_range *before, const struct qp_count_range *after)
{
    if (before->most < after->least)
        return before->most ? QP_CHANGE_MORE : QP_CHANGE_NEW;
    if (after->most < before->least)
        return after->most ? QP_CHANGE_LESS : QP_CHANGE_GONE;
    bool constant = before->least == before->most && after->least == after->most;
    return constant ? QP_CHANGE_NONE : QP_CHANGE_VARIES;
}

bool qp_change_is_certain(enum qp_change change)
{
    return change > QP_CHANGE_VARIES;
}

static double sum_of_run(const struct qp_comparison *comparison, const bool *chosen, enum qp_comparison_side side,
                         uint32_t run)
{
    const struct qp_runs *runs = comparison->sides[side];
    double sum = 0;
    for (uint32_t i = 0; i < comparison->count; i++) {
        if (!chosen || chosen[i])
            sum += (double)qp_runs_numbers(runs, run, comparison->rows[i].in[side]).self;
    }
    uint32_t position = run + (side == QP_AFTER ? comparison->sides[QP_BEFORE]->count : 0);
    bool has_drift = comparison->subtracts_drift && comparison->drift.factors; /* without times there are no factors */
    return has_drift ? sum / comparison->drift.factors[position] : sum;
}

bool qp_comparison_add_up(const struct qp_comparison *comparison, const bool *chosen, double normal[QP_COMPARED_SIDES])
{
    uint32_t before = comparison->sides[QP_BEFORE]->count, after = comparison->sides[QP_AFTER]->count;
    double *sums = malloc(((size_t)(before > after ? before : after) + 1) * sizeof *sums);
    for (int side = 0; sums && side < QP_COMPARED_SIDES; side++) {
        uint32_t runs = comparison->sides[side]->count;
        for (uint32_t run = 0; run < runs; run++)
            sums[run] = sum_of_run(comparison, chosen, (enum qp_comparison_side)side, run);
        normal[side] = qp_median(sums, runs);
    }
    free(sums);
    return sums;
}

bool qp_comparison_has_samples(const struct qp_comparison *comparison)
{
    bool sampled = false;
    for (int side = 0; side < QP_COMPARED_SIDES; side++) {
        for (uint32_t run = 0; run < comparison->sides[side]->count; run++)
            sampled |= comparison->sides[side]->items[run].sampled;
    }
    return sampled;
}

int64_t qp_compared_calls(const struct qp_compared *row)
{
    return (int64_t)(row->calls[QP_AFTER].median - row->calls[QP_BEFORE].median);
}

const struct qp_function_key *qp_compared_key(const struct qp_comparison *comparison, const struct qp_compared *row)
{
    enum qp_comparison_side side = row->in[QP_AFTER] == QP_NONE ? QP_BEFORE : QP_AFTER;
    return &comparison->sides[side]->functions.items[row->in[side]];
}
