/* edges.h - control flow edges between the instructions of a code object.
 *
 * sys.settrace reports a line when control follows an edge that leads to another line or backwards. Whether an edge
 * does so depends only on its two instructions. So a counter on each such edge counts the events that a trace function
 * would get.
 *
 * A line from which edges lead to two or more other lines, or out of the code, is a branch, as in coverage.py. Its
 * outcomes are these lines. Of exceptions, only those of raise statements count.
 *
 * The arrays are scratch memory (code/scratch.h). */
#pragma once

#include "bindings/python/code/code.h"

enum qpy_edge_kind {
    QPY_EDGE_FALLS, /* to the next instruction; edges of this kind that begin no line are left out */
    QPY_EDGE_JUMPS,
    QPY_EDGE_RAISES, /* to a handler, from any of several instructions */
    QPY_EDGE_LEAVES  /* from a return or raise statement; only if branches are wanted */
};

struct qpy_edge {
    enum qpy_edge_kind kind;
    int from; /* instruction; the first one if an exception may be raised by several */
    int end;  /* the first instruction after these */
    int to;
    int line;    /* line that begins on this edge, 0 = none */
    int arc;     /* other line to which the edge leads from its line, QPY_EDGE_EXIT = out of the code, 0 = none */
    int counter; /* -1 = none (counters.h) */
    int next;    /* next edge to the same instruction, -1 = none */
    int stack;   /* of a handler (code.h) */
};

#define QPY_EDGE_EXIT (-1)

struct qpy_edges {
    struct qpy_edge *items;
    int count;
    int *into;      /* by instruction: first edge that leads to it, -1 = none. An edge that leaves leads to its own
                     * instruction */
    int first_line; /* of the lines that begin on edges */
    int last_line;  /* 0 = no line begins */
};

/* Find the edges of a code object, with their arcs if branches are wanted. Return false if out of memory. */
bool qpy_edges_init(struct qpy_edges *edges, const struct qpy_code *code, bool branches);

/* Return whether a call of the code begins with this edge. */
static inline bool qpy_edge_is_call(const struct qpy_code *code, const struct qpy_edge *edge)
{
    return edge->kind == QPY_EDGE_FALLS && edge->from == code->entry;
}
