/* edges.h - control flow edges between the instructions of a function, and the counter of each.
 *
 * Lua's line hook reports a line when execution follows an edge that leads to another line or backwards. Whether an
 * edge does so depends only on its two instructions. So a counter on each such edge counts the same events that the
 * hook would report. Outcomes of branches are edges as well. Edges to the same instruction share a counter if they
 * stand for the same line and the same outcome. */
#pragma once

#include "bindings/lua/functions/function.h"

struct qlua_edge {
    int from;    /* instruction at which the edge begins; -1 = the call of the function */
    int to;      /* instruction at which the edge ends */
    bool jumps;  /* false if `to` directly follows `from` */
    int line;    /* block of the line that begins on this edge, -1 = none */
    int outcome; /* block of the branch outcome for which this edge stands, -1 = none */
    int counter; /* counter of this edge, -1 = none */
    int next;    /* next edge to the same instruction, -1 = none */
};

struct qlua_edges {
    struct qlua_edge *items;
    int count;
    int *into;  /* array by instruction: first incoming edge, -1 = none */
    int *above; /* array by instruction: edge from the previous instruction, -1 = none */
    int *leap;  /* array by instruction: outgoing edge that jumps, -1 = none */
    int counters;
    qprof_CounterTerm *terms; /* pairs of a counter and a block; the counter is added to the block's count */
    int term_count;
};

/* Find the edges of the function with prototype p. Return 0, or -1 if out of memory. */
int qlua_edges_init(struct qlua_edges *edges, const struct qlua_prototype *p, const struct qlua_function *function);
void qlua_edges_fini(struct qlua_edges *edges);

/* Return the number of instructions in the unit at pc. A unit is one instruction, or two instructions that Lua
 * executes in one step, without fetching the second. */
int qlua_edges_unit(const struct qlua_code *code, int pc);

/* Return whether the instruction is the second of a unit. */
static inline bool qlua_edges_is_second(const struct qlua_code *code, int pc)
{
    return pc > 0 && qlua_edges_unit(code, pc - 1) == 2;
}

/* Return the instruction at which a call of the function begins. In a vararg function, this is the second
 * instruction: the first one only prepares the arguments. */
static inline int qlua_edges_begin(const struct qlua_prototype *p)
{
    return p->shape.vararg;
}
