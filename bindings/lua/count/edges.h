/* edges.h - the ways from one instruction of a function to the next, and which counter each of them needs.
 *
 * Lua's line hook tells of a line where an instruction leads to another line, or back. That depends on the two
 * instructions alone, so a counter on each such edge counts what the hook would tell. So do the outcomes of branches:
 * each is an edge. Edges that lead to one place and mean the same have one counter. */
#ifndef QLUA_EDGES_H
#define QLUA_EDGES_H

#include "bindings/lua/functions/function.h"

struct qlua_edge {
    int from;    /* instruction; -1: the call of the function */
    int to;      /* instruction */
    bool jumps;  /* else `to` stands behind `from` */
    int line;    /* block of the line that begins with it, -1 = none */
    int outcome; /* block of the outcome that it is, -1 = none */
    int counter; /* that counts it, -1 = none */
    int next;    /* another edge to the same place, -1 = none */
};

struct qlua_edges {
    struct qlua_edge *items;
    int count;
    int *into;  /* by instruction: the first edge that leads there, -1 = none */
    int *above; /* the one from the instruction before */
    int *leap;  /* the one that jumps from there */
    int counters;
    qprof_CounterTerm *terms; /* what the counters mean */
    int term_count;
};

/* The function is that of the prototype. Returns 0, or -1 without memory. */
int qlua_edges_init(struct qlua_edges *edges, const struct qlua_prototype *p, const struct qlua_function *function);
void qlua_edges_fini(struct qlua_edges *edges);

/* How many instructions belong to the one at pc: Lua runs them without a look at them by themselves. */
int qlua_edges_unit(const struct qlua_code *code, int pc);

/* It belongs to the one before it. */
static inline bool qlua_edges_is_second(const struct qlua_code *code, int pc)
{
    return pc > 0 && qlua_edges_unit(code, pc - 1) == 2;
}

/* The instruction that a call of the function begins with. */
static inline int qlua_edges_begin(const struct qlua_prototype *p)
{
    return p->shape.vararg;
}

#endif
