#include "bindings/python/cover/counters.h"

#include <stdlib.h>
#include <string.h>

#include "bindings/python/code/scratch.h"

/* ---- lines ------------------------------------------------------------------------------------------------------- */

static bool set_lines(const struct qpy_edges *edges, struct kit_function *function)
{
    if (!edges->last_line)
        return true;
    size_t span = (size_t)(edges->last_line - edges->first_line) + 1;
    int *lines = qpy_scratch(span * sizeof *lines);
    if (!lines)
        return false;
    memset(lines, 0, span * sizeof *lines);
    for (int i = 0; i < edges->count; i++)
        if (edges->items[i].line)
            lines[edges->items[i].line - edges->first_line] = edges->items[i].line;
    int count = 0;
    for (size_t i = 0; i < span; i++)
        if (lines[i])
            lines[count++] = lines[i];
    kit_function_set_blocks(function, lines, count);
    return function->blocks;
}

/* ---- branches ---------------------------------------------------------------------------------------------------- */

/* An arc, and its outcome. */
struct arc {
    int from;
    int to;
    int block; /* -1 = the line is no branch */
};

struct arcs {
    struct arc *items; /* ascending */
    int count;
};

/* Arcs of a line are in ascending order of their targets; the exit is the last one. */
static int compare(const void *a, const void *b)
{
    const struct arc *one = a;
    const struct arc *other = b;
    if (one->from != other->from)
        return one->from < other->from ? -1 : 1;
    unsigned first = (unsigned)one->to; /* the exit is the greatest number */
    unsigned second = (unsigned)other->to;
    return (first > second) - (first < second);
}

/* Collect the arcs of all edges, each once. */
static bool find_arcs(struct arcs *arcs, const struct qpy_code *code, const struct qpy_edges *edges)
{
    arcs->count = 0;
    arcs->items = qpy_scratch(((size_t)edges->count + 1) * sizeof *arcs->items);
    if (!arcs->items)
        return false;
    for (int i = 0; i < edges->count; i++) {
        const struct qpy_edge *edge = &edges->items[i];
        if (edge->arc)
            arcs->items[arcs->count++] = (struct arc){code->instructions[edge->from].line, edge->arc, -1};
    }
    qsort(arcs->items, (size_t)arcs->count, sizeof *arcs->items, compare);
    int kept = 0;
    for (int i = 0; i < arcs->count; i++)
        if (kept == 0 || compare(&arcs->items[kept - 1], &arcs->items[i]) != 0)
            arcs->items[kept++] = arcs->items[i];
    arcs->count = kept;
    return true;
}

/* Allocate branches with this number of outcomes. */
static struct qpy_branches *new_branches(int outcomes)
{
    size_t items = (size_t)outcomes * sizeof(qprof_BranchInfo);
    struct qpy_branches *branches = malloc(sizeof *branches + items + (size_t)outcomes * sizeof(int));
    if (branches)
        *branches =
            (struct qpy_branches){.items = (void *)(branches + 1), .targets = (void *)((char *)(branches + 1) + items)};
    return branches;
}

/* Make a branch of each line with several arcs. */
static bool set_branches(struct arcs *arcs, const struct qpy_code *code, struct qpy_function *function)
{
    int block = function->known.line_count;
    int end;
    for (int i = 0; i < arcs->count; i = end) {
        for (end = i + 1; end < arcs->count && arcs->items[end].from == arcs->items[i].from;)
            end++;
        for (int k = i; end - i > 1 && k < end; k++)
            arcs->items[k].block = block++;
    }
    if (block == function->known.line_count)
        return true;
    struct qpy_branches *branches = function->branches = new_branches(block - function->known.line_count);
    for (int i = 0; branches && i < arcs->count; i++) {
        const struct arc *arc = &arcs->items[i];
        if (arc->block < 0)
            continue;
        if (i == 0 || arcs->items[i - 1].from != arc->from)
            branches->items[branches->count++] = (qprof_BranchInfo){arc->from, arc->block, 0};
        branches->items[branches->count - 1].outcomes++;
        branches->targets[branches->target_count++] =
            arc->to == QPY_EDGE_EXIT ? -code->object->co_firstlineno : arc->to;
    }
    return branches;
}

/* Return the block of the outcome for which an edge stands, -1 = none. */
static int outcome_of(const struct arcs *arcs, const struct qpy_code *code, const struct qpy_edge *edge)
{
    if (!edge->arc)
        return -1;
    struct arc wanted = {code->instructions[edge->from].line, edge->arc, -1};
    const struct arc *found = bsearch(&wanted, arcs->items, (size_t)arcs->count, sizeof *arcs->items, compare);
    return found ? found->block : -1;
}

/* ---- counters ---------------------------------------------------------------------------------------------------- */

static void add_term(struct qpy_counters *counters, int block)
{
    if (block >= 0)
        counters->terms[counters->term_count++] =
            (qprof_CounterTerm){.block = block, .counter = counters->count, .factor = 1};
}

/* Choose the counters. The key of a counter is the block of its outcome, else the block of calls, else that of its
 * line. An edge of an outcome may lead to the line's code or to instructions without a line before it, which have keys
 * of their own. */
static bool choose(struct qpy_counters *counters, const struct arcs *arcs, const struct qpy_code *code,
                   struct qpy_edges *edges, const struct qpy_function *function)
{
    int outcomes = function->branches ? function->branches->target_count : 0;
    int calls = function->known.line_count + outcomes; /* block that counts calls */
    size_t keys = (size_t)calls + 1 + (size_t)outcomes;
    int *counter_of = qpy_scratch(keys * sizeof *counter_of);
    counters->terms = qpy_scratch(2 * keys * sizeof *counters->terms);
    if (!counter_of || !counters->terms)
        return false;
    memset(counter_of, 0xff, keys * sizeof *counter_of); /* -1 */
    for (int i = 0; i < edges->count; i++) {
        struct qpy_edge *edge = &edges->items[i];
        int line = edge->line ? kit_function_block(&function->known, edge->line) : -1;
        int outcome = outcome_of(arcs, code, edge);
        int call = qpy_edge_is_call(code, edge) ? calls : -1;
        int key = call >= 0     ? call
                  : outcome < 0 ? line
                  : line < 0    ? outcome + calls + 1 - function->known.line_count
                                : outcome;
        if (key < 0)
            continue;
        if (counter_of[key] < 0) {
            add_term(counters, line);
            add_term(counters, outcome);
            add_term(counters, call);
            counter_of[key] = counters->count++;
        }
        edge->counter = counter_of[key];
    }
    return true;
}

bool qpy_counters_init(struct qpy_counters *counters, const struct qpy_code *code, struct qpy_edges *edges,
                       struct qpy_function *function)
{
    struct arcs arcs = {0};
    *counters = (struct qpy_counters){0};
    if (!set_lines(edges, &function->known))
        return false;
    if (kit_library.branches && (!find_arcs(&arcs, code, edges) || !set_branches(&arcs, code, function)))
        return false;
    return choose(counters, &arcs, code, edges, function);
}
