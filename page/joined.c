#include "page/joined.h"

#include "base/order.h"
#include "format/array.h"

#include <stdlib.h>

static const struct qp_joined_row nowhere = {{QP_NONE, QP_NONE, QP_NONE}};

const struct qp_totals *qp_joined_totals(const struct qp_joined *joined, enum qp_side side, uint32_t function)
{
    uint32_t method = joined->functions[function].in[side];
    return method == QP_NONE ? NULL : &joined->queries[side]->methods[method];
}

uint32_t qp_joined_file(const struct qp_joined *joined, enum qp_side side, uint32_t method)
{
    uint32_t file = joined->queries[side]->profile->methods[method].file;
    return file == QP_NONE ? QP_NONE : joined->file_of[side][file];
}

/* ---- functions --------------------------------------------------------------------------------------------------- */

/* A function is identified by the number of its key. If only the run to compare with has the function, it is
 * identified by ONLY_OTHER and the row of the comparison. A function may have several methods in a run. Its n-th
 * methods in all runs share a row. So the key of a row, its "place", consists of the function and the number of the
 * function's earlier methods in the run. */
#define ONLY_OTHER (UINT64_C(1) << 32)
#define SKIPPED    (UINT64_C(2) << 32) /* the comparison does not have the function */

struct joining {
    struct qp_joined *joined;
    struct qp_function_keys keys;
    uint32_t *compared; /* indexed by function of the comparison's second side: row of the comparison */
    struct qp_map seen; /* by function: number of its methods so far on the current side */
    struct qp_map rows; /* by place: row plus 1 */
};

static uint64_t place_of(uint64_t function, uint64_t before)
{
    return function | before << 33;
}

static bool is_shown(const struct qp_query *query, uint32_t method)
{
    const struct qp_profile_method *it = &query->profile->methods[method];
    const struct qp_totals *totals = &query->methods[method];
    return it->product == (uint32_t)query->selection.product && (it->registered || qp_totals_is_called(totals));
}

/* Return the function to which a method belongs. Return SKIPPED if the comparison lacks it, since it was not called in
 * the run to compare with. Return QP_NONE if out of memory. */
static uint64_t function_of(struct joining *joining, enum qp_side side, uint32_t method)
{
    const struct qp_comparison *comparison = joining->joined->comparison;
    struct qp_function_key key = qp_function_key_of(joining->joined->queries[side]->profile, method);
    if (side == QP_SIDE_OTHER) {
        uint32_t number = qp_function_keys_find(&comparison->sides[QP_AFTER]->functions, &key);
        if (number == QP_NONE)
            return SKIPPED;
        uint32_t row = joining->compared[number], before = comparison->rows[row].in[QP_BEFORE];
        if (before == QP_NONE)
            return ONLY_OTHER | row;
        key = comparison->sides[QP_BEFORE]->functions.items[before];
    }
    return qp_function_keys_add(&joining->keys, &key);
}

/* Return the number of the row at a place, plus 1. If the place has no row, add a row. Return 0 if out of memory. */
static uint64_t row_at(struct joining *joining, uint64_t place)
{
    struct qp_joined *joined = joining->joined;
    uint64_t found = qp_map_get(&joining->rows, place);
    if (found)
        return found;
    struct qp_joined_row *row = qp_array_add(&joined->functions, &joined->function_count, sizeof *row);
    if (!row || qp_map_put(&joining->rows, place, joined->function_count) != 0)
        return 0;
    *row = nowhere;
    return joined->function_count;
}

static bool join_method(struct joining *joining, enum qp_side side, uint32_t method)
{
    struct qp_joined *joined = joining->joined;
    uint64_t function = function_of(joining, side, method);
    if (function == SKIPPED || function == QP_NONE)
        return function == SKIPPED;
    uint64_t before = qp_map_get(&joining->seen, function), row = row_at(joining, place_of(function, before));
    if (!row || qp_map_put(&joining->seen, function, before + 1) != 0)
        return false;
    joined->functions[row - 1].in[side] = method;
    joined->function_of[side][method] = (uint32_t)row - 1;
    return true;
}

static bool join_methods(struct joining *joining, enum qp_side side)
{
    const struct qp_query *query = joining->joined->queries[side];
    bool ok = true;
    for (uint32_t i = 0; ok && i < query->profile->method_count; i++)
        ok = !is_shown(query, i) || join_method(joining, side, i);
    qp_map_fini(&joining->seen);
    return ok;
}

struct weight {
    uint32_t row;
    uint64_t self;
    uint64_t calls;
    uint64_t counted;                /* calls, if the run is sampled and `calls` are samples */
    struct qp_function_key location; /* location of the function, by which rows are sorted if the run recorded hits
                                      * instead of counts; otherwise not set */
};

static int heavy_first(const void *left, const void *right)
{
    const struct weight *a = left, *b = right;
    int order = QP_ORDER({b->self, a->self}, {b->calls, a->calls}, {b->counted, a->counted});
    order = order ? order : qp_function_key_compare(&a->location, &b->location);
    return order ? order : QP_ORDER({a->row, b->row});
}

static struct weight weight_of(const struct qp_joined *joined, uint32_t row)
{
    const struct qp_totals *totals = qp_joined_totals(joined, QP_SIDE_RUN, row);
    struct weight weight = {.row = row};
    if (totals) {
        weight.self = totals->self;
        weight.calls = totals->calls;
        weight.counted = totals->counted;
    }
    if (qp_query_is_of_hits(joined->queries[QP_SIDE_RUN])) {
        enum qp_side side = qp_joined_side(&joined->functions[row]);
        weight.calls = weight.calls > 0;
        weight.location = qp_function_key_of(joined->queries[side]->profile, joined->functions[row].in[side]);
    }
    return weight;
}

/* Sort the rows by weight, because call paths refer most often to the heavy functions, and small row numbers take
 * fewer bytes. If the run recorded only hits, functions that ran come first, in source order. */
static bool rank(struct qp_joined *joined)
{
    uint32_t count = joined->function_count;
    struct weight *weights = qp_scratch_zeros(&joined->scratch, count, sizeof *weights);
    struct qp_joined_row *rows = qp_scratch_zeros(&joined->scratch, count, sizeof *rows); /* before sorting */
    uint32_t *rank_of = qp_scratch_none(&joined->scratch, count); /* rank_of[row before sorting] = row after sorting */
    if (joined->scratch.failed)
        return false;
    for (uint32_t i = 0; i < count; i++) {
        weights[i] = weight_of(joined, i);
        rows[i] = joined->functions[i];
    }
    qsort(weights, count, sizeof *weights, heavy_first);
    for (uint32_t i = 0; i < count; i++) {
        const struct qp_joined_row *row = &rows[weights[i].row];
        joined->functions[i] = *row;
        rank_of[weights[i].row] = i;
        for (int side = 0; side < QP_SIDES; side++) {
            if (row->in[side] != QP_NONE)
                joined->function_of[side][row->in[side]] = i;
        }
    }
    for (uint32_t i = 0; joined->comparison && i < joined->comparison->count; i++) {
        uint32_t *function = &joined->function_of_compared[i];
        *function = *function == QP_NONE ? QP_NONE : rank_of[*function];
    }
    return true;
}

/* ---- functions of a comparison ----------------------------------------------------------------------------------- */

static bool open_compared(struct joining *joining)
{
    struct qp_joined *joined = joining->joined;
    const struct qp_comparison *comparison = joined->comparison;
    if (!comparison)
        return true;
    joining->compared = qp_scratch_none(&joined->scratch, comparison->sides[QP_AFTER]->functions.count);
    joined->function_of_compared = qp_scratch_none(&joined->scratch, comparison->count);
    for (uint32_t i = 0; !joined->scratch.failed && i < comparison->count; i++) {
        if (comparison->rows[i].in[QP_AFTER] != QP_NONE)
            joining->compared[comparison->rows[i].in[QP_AFTER]] = i;
    }
    return !joined->scratch.failed;
}

/* Set function_of_compared. If several methods have the same key, the first one is the function of the comparison's
 * row. */
static void find_compared(struct joining *joining)
{
    const struct qp_comparison *comparison = joining->joined->comparison;
    for (uint32_t i = 0; comparison && i < comparison->count; i++) {
        uint32_t before = comparison->rows[i].in[QP_BEFORE];
        uint64_t function = ONLY_OTHER | i;
        if (before != QP_NONE)
            function = qp_function_keys_find(&joining->keys, &comparison->sides[QP_BEFORE]->functions.items[before]);
        joining->joined->function_of_compared[i] = (uint32_t)qp_map_get(&joining->rows, place_of(function, 0)) - 1;
    }
}

static bool join_functions(struct qp_joined *joined)
{
    struct joining joining = {.joined = joined};
    bool ok = open_compared(&joining);
    for (int side = 0; ok && side < QP_SIDES; side++)
        ok = !qp_joined_is_first(joined, (enum qp_side)side) || join_methods(&joining, (enum qp_side)side);
    if (ok)
        find_compared(&joining);
    qp_joined_copy_sides(joined, joined->functions, joined->function_count);
    ok = ok && rank(joined);
    qp_function_keys_fini(&joining.keys);
    qp_map_fini(&joining.rows);
    return ok;
}

/* ---- opening and closing ----------------------------------------------------------------------------------------- */

bool qp_joined_open(struct qp_joined *joined, const struct qp_query *const queries[QP_SIDES],
                    const struct qp_comparison *comparison)
{
    *joined = (struct qp_joined){.comparison = comparison};
    for (int side = 0; side < QP_SIDES; side++) {
        joined->queries[side] = queries[side];
        if (!qp_joined_is_first(joined, (enum qp_side)side)) {
            joined->function_of[side] = joined->function_of[qp_joined_first(joined, (enum qp_side)side)];
            joined->file_of[side] = joined->file_of[qp_joined_first(joined, (enum qp_side)side)];
            continue;
        }
        const struct qp_profile *profile = queries[side]->profile;
        joined->function_of[side] = qp_scratch_none(&joined->scratch, profile->method_count);
        joined->file_of[side] = qp_scratch_none(&joined->scratch, profile->file_count);
    }
    bool ok = !joined->scratch.failed && join_functions(joined) && qp_joined_find_files(joined);
    if (!ok)
        qp_joined_close(joined);
    return ok;
}

void qp_joined_close(struct qp_joined *joined)
{
    free(joined->functions);
    qp_scratch_free(&joined->scratch);
    *joined = (struct qp_joined){0};
}
