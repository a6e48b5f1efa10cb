#include "profile/compare/runs.h"

#include "format/array.h"
#include "profile/tree/calls.h"

#include <stdlib.h>

/* ---- functions --------------------------------------------------------------------------------------------------- */

static struct qp_run_numbers numbers_of(const struct qp_query *query, const struct qp_totals *totals)
{
    const struct qp_profile *profile = query->profile;
    return (struct qp_run_numbers){
        .calls = qp_query_has_counted(query) ? totals->counted : totals->calls,
        .self = qp_profile_ns(profile, totals->self),
        .total = qp_profile_ns(profile, totals->total),
        .runnable = qp_profile_ns(profile, totals->runnable),
        .blocked = qp_profile_ns(profile, totals->blocked),
        .waiting = qp_profile_ns(profile, totals->waiting),
    };
}

static void add_numbers(struct qp_run_numbers *sum, const struct qp_run_numbers *part)
{
    sum->calls += part->calls;
    sum->self += part->self;
    sum->total += part->total;
    sum->runnable += part->runnable;
    sum->blocked += part->blocked;
    sum->waiting += part->waiting;
}

/* Add up the numbers of the run's functions. For each method, set number_of_method to the number of its function;
 * QP_NONE = skipped. */
static bool add_functions(struct qp_runs *runs, struct qp_run *run, const struct qp_query *query,
                          uint32_t *number_of_method)
{
    const struct qp_profile *profile = query->profile;
    for (uint32_t i = 0; i < profile->method_count; i++) {
        number_of_method[i] = QP_NONE;
        if (profile->methods[i].product != (uint32_t)query->selection.product ||
            !qp_totals_is_called(&query->methods[i]))
            continue;
        const struct qp_function_key key = qp_function_key_of(profile, i);
        number_of_method[i] = qp_function_keys_add(&runs->functions, &key);
        if (number_of_method[i] == QP_NONE)
            return false;
    }
    run->function_count = runs->functions.count;
    run->functions = calloc((size_t)run->function_count + 1, sizeof *run->functions);
    if (qp_query_has_counted(query))
        run->uncounted = calloc((size_t)run->function_count + 1, sizeof *run->uncounted);
    bool ok = run->functions && (run->uncounted || !qp_query_has_counted(query));
    run->all.self = 0;
    for (uint32_t i = 0; ok && i < profile->method_count; i++) {
        const struct qp_run_numbers part = numbers_of(query, &query->methods[i]);
        if (number_of_method[i] == QP_NONE)
            continue;
        add_numbers(&run->functions[number_of_method[i]], &part);
        run->all.self += part.self;
        if (run->uncounted)
            run->uncounted[number_of_method[i]] |= !qp_query_counts_calls_of(query, i);
    }
    return ok;
}

/* ---- edges ------------------------------------------------------------------------------------------------------- */

/* Count the calls of each edge. Folded call paths have no edges, because their callers are unknown, and sampled runs
 * have none, because they do not count the calls of edges. */
static bool add_edges(struct qp_runs *runs, struct qp_run *run, const struct qp_query *query,
                      const uint32_t *number_of_method)
{
    struct qp_calls calls;
    if (qp_query_has_counted(query))
        return true;
    if (!qp_calls_open(&calls, query))
        return false;
    run->edges = calloc((size_t)runs->edge_count + calls.count + 1, sizeof *run->edges);
    bool ok = run->edges;
    for (uint32_t i = 0; ok && i < calls.count; i++) {
        const struct qp_call_edge *call = &calls.items[i];
        const struct qp_run_edge edge = {call->caller == QP_NONE ? QP_NONE : number_of_method[call->caller],
                                         number_of_method[call->callee]};
        if (call->calls == 0 || edge.callee == QP_NONE)
            continue;
        uint32_t number = QP_ARRAY_KEYED(&runs->edge_map, (uint64_t)edge.caller << 32 | edge.callee, &runs->edges,
                                         &runs->edge_count, edge);
        ok = number != QP_NONE;
        if (ok)
            run->edges[number] += call->calls;
    }
    run->edge_count = runs->edge_count;
    qp_calls_close(&calls);
    return ok;
}

/* ---- open and close ---------------------------------------------------------------------------------------------- */

static bool fill(struct qp_runs *runs, struct qp_run *run, const struct qp_query *query)
{
    uint32_t *number_of_method = malloc(((size_t)query->profile->method_count + 1) * sizeof *number_of_method);
    run->program = qp_texts_keep(&runs->functions.texts, run->program);
    bool ok = number_of_method && add_functions(runs, run, query, number_of_method) &&
              add_edges(runs, run, query, number_of_method) && !runs->functions.texts.failed;
    free(number_of_method);
    return ok;
}

static bool has_lines(const struct qp_query *query)
{
    const struct qp_profile *profile = query->profile;
    if (qp_query_has_counted(query) || qp_query_is_of_allocations(query))
        return query->counts_lines;
    for (uint32_t i = 0; i < profile->array_count; i++) {
        if (profile->roots[profile->arrays[i].root].product == (uint32_t)query->selection.product)
            return true;
    }
    return false;
}

static bool identify(struct qp_run *run, const struct qp_profile *profile)
{
    run->merged = qp_profile_is_merged(profile) ? profile->run_count : 0;
    run->is_job = run->merged && profile->reader.header.job;
    run->identities = malloc(((size_t)run->merged + 1) * sizeof *run->identities);
    if (!run->identities)
        return false;
    run->identities[0] = qp_run_identity_of(&profile->reader.header);
    for (uint32_t i = 0; i < run->merged; i++)
        run->identities[i] = qp_run_identity_of_merged(profile->runs[i].record);
    return true;
}

bool qp_runs_add(struct qp_runs *runs, const struct qp_query *query, const char *path)
{
    const struct qp_profile *profile = query->profile;
    const struct qp_header *header = &profile->reader.header;
    struct qp_run *run = qp_array_add(&runs->items, &runs->count, sizeof *run);
    if (!run)
        return false;
    *run = (struct qp_run){
        .path = path,
        .program = profile->program,
        .pid = header->pid,
        .product = query->selection.product,
        .clock = (enum qp_clock_kind)header->clock_kind,
        .ending = profile->reader.ending,
        .start = header->start_realtime_ns,
        .damages = profile->reader.damages,
        .measure = profile->measure,
        .counts_allocations = qp_query_is_of_allocations(query) && !(header->features & QP_FEATURE_ESTIMATES),
        .has_time = qp_query_has_times(query),
        .sampled = qp_query_is_sampled(query),
        .samples = qp_query_is_sampled(query) ? query->all.calls : 0,
        .counts_calls = query->counts_calls && !qp_query_is_of_allocations(query),
        .has_lines = has_lines(query),
        .all = numbers_of(query, &query->all),
    };
    bool covers = !run->has_time && run->has_lines;
    return identify(run, profile) && fill(runs, run, query) && (!covers || qp_ran_lines_add(&runs->lines, query));
}

void qp_runs_close(struct qp_runs *runs)
{
    for (uint32_t i = 0; i < runs->count; i++) {
        free(runs->items[i].identities);
        free(runs->items[i].functions);
        free(runs->items[i].uncounted);
        free(runs->items[i].edges);
    }
    free(runs->items);
    free(runs->edges);
    qp_function_keys_fini(&runs->functions);
    qp_map_fini(&runs->edge_map);
    qp_ran_lines_close(&runs->lines);
    *runs = (struct qp_runs){0};
}

/* ---- access ------------------------------------------------------------------------------------------------------ */

struct qp_run_numbers qp_runs_numbers(const struct qp_runs *runs, uint32_t run, uint32_t function)
{
    const struct qp_run *it = &runs->items[run];
    return function < it->function_count ? it->functions[function] : (struct qp_run_numbers){0};
}

uint64_t qp_runs_edge(const struct qp_runs *runs, uint32_t run, uint32_t edge)
{
    const struct qp_run *it = &runs->items[run];
    return edge < it->edge_count ? it->edges[edge] : 0;
}
