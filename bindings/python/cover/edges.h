/* edges.h - control flow edges between the instructions of a code object, and the counter of each.
 *
 * sys.settrace reports a line when control follows an edge that leads to another line or backwards. Whether an edge
 * does so depends only on its two instructions. So a counter on each such edge counts the events that a trace function
 * would get. Edges with the same line share a counter, but calls have a counter of their own, from which their number
 * is read. */
#pragma once

#include "bindings/kit/registry.h"
#include "bindings/python/code/code.h"

enum qpy_edge_kind {
    QPY_EDGE_FALLS, /* to the next instruction */
    QPY_EDGE_JUMPS,
    QPY_EDGE_RAISES /* to a handler, from any of several instructions */
};

struct qpy_edge {
    enum qpy_edge_kind kind;
    int from; /* instruction; the first one if an exception may be raised by several */
    int end;  /* the first instruction after these */
    int to;
    int line;    /* line that begins on this edge, 0 = none */
    int counter; /* -1 = none */
    int next;    /* next edge to the same instruction, -1 = none */
    int stack;   /* of a handler (code.h) */
};

struct qpy_edges {
    struct qpy_edge *items;
    int count;
    int *into; /* by instruction: first edge that leads to it, -1 = none */
    int counters;
    qprof_CounterTerm *terms; /* pairs of a counter and a block to whose count it is added */
    int term_count;
};

/* Find the edges of a code object and the lines that begin on them. Return 0, or -1 if out of memory. */
int qpy_edges_init(struct qpy_edges *edges, const struct qpy_code *code);
void qpy_edges_fini(struct qpy_edges *edges);

/* Set the lines of a function: those that begin on an edge. Then choose the counters. */
void qpy_edges_count(struct qpy_edges *edges, const struct qpy_code *code, struct kit_function *function);
