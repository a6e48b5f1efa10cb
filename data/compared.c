#include "data/compared.h"

#include <stdlib.h>

static int by_count(const void *left, const void *right)
{
    const uint64_t *a = left, *b = right;
    return (*a > *b) - (*a < *b);
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

int64_t qp_compared_calls(const struct qp_compared *row)
{
    return (int64_t)(row->calls[QP_AFTER].median - row->calls[QP_BEFORE].median);
}

const struct qp_function_key *qp_compared_key(const struct qp_comparison *comparison, const struct qp_compared *row)
{
    enum qp_comparison_side side = row->in[QP_AFTER] == QP_NONE ? QP_BEFORE : QP_AFTER;
    return &comparison->sides[side]->functions.items[row->in[side]];
}
