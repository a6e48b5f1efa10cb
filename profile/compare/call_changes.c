#include "profile/compare/compared.h"

#include "base/scratch.h"
#include "format/array.h"

#include <math.h>
#include <stdlib.h>

/* ---- edges of both sides ----------------------------------------------------------------------------------------- */

/* An edge between rows. */
struct edge {
    uint32_t caller;
    uint32_t callee;
    uint32_t in[QP_COMPARED_SIDES]; /* index of the edge on each side; QP_NONE = none */
};

struct search {
    struct qp_comparison *comparison;
    uint32_t *const *row_of;
    struct edge *edges;
    uint32_t count;
    struct qp_map map; /* maps caller << 32 | callee to the index of the edge + 1 */
    uint64_t *by_run;  /* scratch array of calls_of: calls of an edge in each run of a side */
    struct qp_scratch scratch;
};

static bool add_edge(struct search *search, enum qp_comparison_side side, uint32_t number)
{
    const struct qp_run_edge *it = &search->comparison->sides[side]->edges[number];
    uint32_t caller = it->caller == QP_NONE ? QP_NONE : search->row_of[side][it->caller];
    uint32_t callee = search->row_of[side][it->callee];
    if (!qp_change_is_certain(search->comparison->rows[callee].change))
        return true;
    uint32_t edge = QP_ARRAY_KEYED(&search->map, (uint64_t)caller << 32 | callee, &search->edges, &search->count,
                                   (struct edge){caller, callee, {QP_NONE, QP_NONE}});
    if (edge != QP_NONE)
        search->edges[edge].in[side] = number;
    return edge != QP_NONE;
}

static bool find_edges(struct search *search)
{
    bool ok = true;
    for (int side = 0; side < QP_COMPARED_SIDES; side++) {
        for (uint32_t i = 0; ok && i < search->comparison->sides[side]->edge_count; i++)
            ok = add_edge(search, (enum qp_comparison_side)side, i);
    }
    return ok;
}

static struct qp_count_range calls_of(const struct search *search, const struct edge *edge,
                                      enum qp_comparison_side side)
{
    const struct qp_runs *runs = search->comparison->sides[side];
    for (uint32_t run = 0; run < runs->count; run++)
        search->by_run[run] = edge->in[side] == QP_NONE ? 0 : qp_runs_edge(runs, run, edge->in[side]);
    return qp_count_range_of(search->by_run, runs->count);
}

/* Return by how much an edge's calls changed; 0 if the change is not certain. */
static int64_t change_of(const struct search *search, const struct edge *edge)
{
    struct qp_count_range before = calls_of(search, edge, QP_BEFORE), after = calls_of(search, edge, QP_AFTER);
    bool certain = qp_change_is_certain(qp_change_of(&before, &after));
    return certain ? (int64_t)(after.median - before.median) : 0;
}

/* ---- an edge's own change ---------------------------------------------------------------------------------------- */

/* Number of calls of the callee per call of the caller: the smallest and the largest over the runs of a side. */
struct rates {
    double least;
    double most;
};

/* Return the rates of an edge on one side. If the caller was not called in some run, the rate of that run is
 * unknown: return the range from 0 to infinity. */
static struct rates rates_of(const struct search *search, const struct edge *edge, enum qp_comparison_side side)
{
    const struct qp_runs *runs = search->comparison->sides[side];
    struct rates rates = {INFINITY, 0};
    for (uint32_t run = 0; run < runs->count; run++) {
        uint64_t of = qp_runs_numbers(runs, run, search->comparison->rows[edge->caller].in[side]).calls;
        uint64_t calls = edge->in[side] == QP_NONE ? 0 : qp_runs_edge(runs, run, edge->in[side]);
        if (of == 0)
            return (struct rates){0, INFINITY};
        rates.least = fmin(rates.least, (double)calls / (double)of);
        rates.most = fmax(rates.most, (double)calls / (double)of);
    }
    return rates;
}

/* Return the part of an edge's change that the caller's calls do not explain. A caller that is called twice as often
 * explains twice as many calls of the edge. */
static int64_t change_of_own(const struct search *search, const struct edge *edge)
{
    const struct qp_compared *caller = &search->comparison->rows[edge->caller];
    struct rates before = rates_of(search, edge, QP_BEFORE), after = rates_of(search, edge, QP_AFTER);
    if (before.least <= after.most && after.least <= before.most)
        return 0;
    double times = (double)caller->calls[QP_AFTER].median / (double)caller->calls[QP_BEFORE].median;
    return (int64_t)calls_of(search, edge, QP_AFTER).median -
           llround((double)calls_of(search, edge, QP_BEFORE).median * times);
}

/* ---- causes ------------------------------------------------------------------------------------------------------ */

static bool has_changed(const struct search *search, uint32_t row)
{
    return row != QP_NONE && qp_change_is_certain(search->comparison->rows[row].change);
}

static void take_caller(struct qp_compared *row, const struct edge *edge, int64_t change)
{
    row->caller = edge->caller;
    row->from_caller = change;
}

/* Set the cause of a row to its caller if the calls of the caller changed and explain at least half of the row's
 * change. */
static void follow_caller(const struct search *search, uint32_t number)
{
    struct qp_compared *row = &search->comparison->rows[number];
    uint64_t edge = qp_map_get(&search->map, (uint64_t)row->caller << 32 | number);
    if (!edge || !has_changed(search, row->caller))
        return;
    int64_t of_own = change_of_own(search, &search->edges[edge - 1]);
    if (qp_change_size(of_own) > qp_change_size(row->from_caller - of_own))
        return;
    row->cause = row->caller;
    row->of_own = of_own;
}

/* Set the caller of each row. It is the caller whose edge to the row changed most, among edges that changed in the
 * same direction as the row. */
static void find_callers(struct search *search)
{
    for (uint32_t i = 0; i < search->count; i++) {
        const struct edge *edge = &search->edges[i];
        struct qp_compared *row = &search->comparison->rows[edge->callee];
        int64_t change = change_of(search, edge);
        bool same_direction = change && (change < 0) == (qp_compared_calls(row) < 0);
        if (same_direction && qp_change_size(change) > qp_change_size(row->from_caller))
            take_caller(row, edge, change);
    }
    for (uint32_t i = 0; i < search->comparison->count; i++)
        follow_caller(search, i);
}

/* Choose the row of a cycle that is the cause of the cycle's other rows. It is the row with the largest change from
 * outside, which is a change by a caller whose own calls did not change. If no row has a change from outside, return
 * the row with the largest change. */
static uint32_t cause_of_circle(const struct search *search, const int64_t *from_outside, uint32_t start)
{
    const struct qp_compared *rows = search->comparison->rows;
    uint32_t largest = start, outside = QP_NONE, row = start;
    do {
        if (qp_change_size(qp_compared_calls(&rows[row])) > qp_change_size(qp_compared_calls(&rows[largest])))
            largest = row;
        if (from_outside[row] &&
            (outside == QP_NONE || qp_change_size(from_outside[row]) > qp_change_size(from_outside[outside])))
            outside = row;
        row = rows[row].cause;
    } while (row != start);
    return outside == QP_NONE ? largest : outside;
}

/* For each row, find the largest change from outside: from a caller whose own calls did not change. If `cut` is true
 * for a row, also make that caller the row's caller. */
static void find_from_outside(struct search *search, int64_t *from_outside, const bool *cut)
{
    for (uint32_t i = 0; i < search->count; i++) {
        const struct edge *edge = &search->edges[i];
        struct qp_compared *row = &search->comparison->rows[edge->callee];
        int64_t change = has_changed(search, edge->caller) ? 0 : change_of(search, edge);
        bool same_direction = change && (change < 0) == (qp_compared_calls(row) < 0);
        if (!same_direction || qp_change_size(change) < qp_change_size(from_outside[edge->callee]))
            continue;
        from_outside[edge->callee] = change;
        if (cut && cut[edge->callee])
            take_caller(row, edge, change);
    }
}

/* Cut cycles of causes. From each row, follow the path from cause to cause until it reaches a row that was seen
 * before. `seen` has the number of the path on which a row was first seen; if that is the current path, the path is a
 * cycle. */
static bool cut_circles(struct search *search)
{
    uint32_t count = search->comparison->count;
    struct qp_compared *rows = search->comparison->rows;
    uint32_t *seen = qp_scratch_zeros(&search->scratch, count, sizeof *seen);
    int64_t *from_outside = qp_scratch_zeros(&search->scratch, count, sizeof *from_outside);
    bool *cut = qp_scratch_zeros(&search->scratch, count, sizeof *cut);
    if (search->scratch.failed)
        return false;
    find_from_outside(search, from_outside, NULL);
    for (uint32_t i = 0; i < count; i++) {
        uint32_t row = i;
        for (; row != QP_NONE && !seen[row]; row = rows[row].cause)
            seen[row] = i + 1;
        if (row == QP_NONE || seen[row] != i + 1)
            continue;
        uint32_t cause = cause_of_circle(search, from_outside, row);
        rows[cause].cause = QP_NONE;
        rows[cause].of_own = 0;
        cut[cause] = true;
    }
    find_from_outside(search, from_outside, cut);
    return true;
}

/* ---- entry point ------------------------------------------------------------------------------------------------- */

bool qp_call_changes_find(struct qp_comparison *comparison, uint32_t *const row_of[QP_COMPARED_SIDES])
{
    struct search search = {.comparison = comparison, .row_of = row_of};
    uint32_t before = comparison->sides[QP_BEFORE]->count, after = comparison->sides[QP_AFTER]->count;
    search.by_run = qp_scratch_zeros(&search.scratch, before > after ? before : after, sizeof *search.by_run);
    bool ok = search.by_run && find_edges(&search);
    if (ok) {
        find_callers(&search);
        ok = cut_circles(&search);
    }
    free(search.edges);
    qp_scratch_free(&search.scratch);
    qp_map_fini(&search.map);
    return ok;
}
