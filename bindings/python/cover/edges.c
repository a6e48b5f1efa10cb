#include "bindings/python/cover/edges.h"

#include <stdlib.h>

#include "bindings/python/code/operation.h"

/* Return the line that a trace function would be called for on an edge, 0 = none. (maybe_call_line_trace in CPython's
 * ceval.c.) */
static int line_begun(const struct qpy_code *code, int from, int to)
{
    const struct qpy_instruction *target = &code->instructions[to];
    const struct qpy_instruction *source = &code->instructions[from];
    if (target->operation == RESUME)
        return 0; /* a call event is reported there */
    if (from <= code->entry)
        return target->line;
    /* The instruction restores the position of an exception, which is usually on another line than the handler. */
    bool restores = source->operation == RERAISE && source->argument > 0;
    bool back = to < from && target->operation != SEND;
    return back || restores || target->line != source->line ? target->line : 0;
}

static void add(struct qpy_edges *edges, struct qpy_edge edge)
{
    edge.counter = -1;
    edge.next = edges->into[edge.to];
    edges->into[edge.to] = edges->count;
    edges->items[edges->count++] = edge;
}

/* Add the edges of a handler. The instructions before the entry are not traced, but may raise exceptions: of a
 * generator that is closed before its first step. */
static void add_handler(struct qpy_edges *edges, const struct qpy_code *code, const struct qpy_handler *handler)
{
    int first = handler->first;
    while (first < handler->end) {
        int line = line_begun(code, first, handler->target);
        int end = first + 1;
        while (end < handler->end && line_begun(code, end, handler->target) == line)
            end++;
        add(edges,
            (struct qpy_edge){QPY_EDGE_RAISES, first, end, handler->target, .line = line, .stack = handler->stack});
        first = end;
    }
}

/* Return the greatest number of edges. */
static size_t most_edges(const struct qpy_code *code)
{
    size_t most = 2 * (size_t)code->count;
    for (int i = 0; i < code->handler_count; i++)
        most += (size_t)(code->handlers[i].end - code->handlers[i].first);
    return most;
}

int qpy_edges_init(struct qpy_edges *edges, const struct qpy_code *code)
{
    size_t most = most_edges(code);
    *edges = (struct qpy_edges){.items = malloc(most * sizeof *edges->items),
                                .into = malloc((size_t)code->count * sizeof *edges->into),
                                .terms = malloc(2 * (most + 1) * sizeof *edges->terms)};
    if (!edges->items || !edges->into || !edges->terms)
        return -1;
    for (int i = 0; i < code->count; i++)
        edges->into[i] = -1;
    for (int i = 0; i < code->count; i++) {
        const struct qpy_instruction *from = &code->instructions[i];
        if (from->target >= 0)
            add(edges,
                (struct qpy_edge){QPY_EDGE_JUMPS, i, i + 1, from->target, .line = line_begun(code, i, from->target)});
        if (i + 1 < code->count && qpy_operation_falls_through(from->operation) && i >= code->entry)
            add(edges, (struct qpy_edge){QPY_EDGE_FALLS, i, i + 1, i + 1, .line = line_begun(code, i, i + 1)});
    }
    for (int i = 0; i < code->handler_count; i++)
        add_handler(edges, code, &code->handlers[i]);
    return 0;
}

void qpy_edges_fini(struct qpy_edges *edges)
{
    free(edges->items);
    free(edges->into);
    free(edges->terms);
    *edges = (struct qpy_edges){0};
}

/* ---- counters ---------------------------------------------------------------------------------------------------- */

static void add_term(struct qpy_edges *edges, int block)
{
    edges->terms[edges->term_count++] = (qprof_CounterTerm){.block = block, .counter = edges->counters, .factor = 1};
}

/* Return whether a call begins with this edge. */
static bool is_call(const struct qpy_code *code, const struct qpy_edge *edge)
{
    return edge->kind == QPY_EDGE_FALLS && edge->from == code->entry;
}

static void choose(struct qpy_edges *edges, const struct qpy_code *code, const struct kit_function *function,
                   int *counter_of)
{
    int calls = function->line_count; /* block that counts calls */
    for (int i = 0; i < edges->count; i++) {
        struct qpy_edge *edge = &edges->items[i];
        int line = edge->line ? kit_function_block(function, edge->line) : -1;
        int key = is_call(code, edge) ? calls : line;
        if (key < 0)
            continue;
        if (counter_of[key] < 0) {
            if (line >= 0)
                add_term(edges, line);
            if (key == calls)
                add_term(edges, calls);
            counter_of[key] = edges->counters++;
        }
        edge->counter = counter_of[key];
    }
}

void qpy_edges_count(struct qpy_edges *edges, const struct qpy_code *code, struct kit_function *function)
{
    int *lines = malloc(((size_t)edges->count + 1) * sizeof *lines);
    if (!lines)
        return;
    for (int i = 0; i < edges->count; i++)
        lines[i] = edges->items[i].line;
    kit_function_set_lines(function, lines, edges->count);
    free(lines);
    int *counter_of = malloc(((size_t)function->line_count + 1) * sizeof *counter_of);
    if (!counter_of)
        return;
    for (int i = 0; i <= function->line_count; i++)
        counter_of[i] = -1;
    choose(edges, code, function, counter_of);
    free(counter_of);
}
