/* rewritten.h - instructions of a function with counting instructions inserted.
 *
 * Two registers after the parameters are ours: a table of the counters, loaded when the function is called, and a
 * counter between its load and store. All other registers move up. The counters of the edges to an instruction are
 * inserted before it, one after the other, on its line: so another line hook still reports the same lines. An
 * instruction that uses all results of the previous one, as in f(g()), must follow it directly: its counter is before
 * both, where all paths to the first pass it, and counts too much if g never returns. */
#pragma once

#include "bindings/lua/count/edges.h"
#include "bindings/lua/inside/allocator.h"

/* Number of counters per table: an instruction has 8 bits for an index, which begins with 1. */
#define QLUA_COUNTERS_PER_TABLE 255

struct qlua_rewritten {
    uint32_t *code;
    int *line_of; /* NULL if the prototype has no lines */
    int count;
    int *arrival;  /* by original instruction: start of its counters */
    int *place;    /* by original instruction: its new position */
    int hidden;    /* number of our registers after the parameters */
    int above;     /* number of our registers above all others */
    int constants; /* number of our constants (tables of counters) after the function's */
};

/* The size of rewritten code, modulo this number of instructions, is this number minus one. By that, allocator.h
 * distinguishes the block of rewritten code from most other blocks. */
#define QLUA_REWRITTEN_STEP (QLUA_ALLOCATOR_STEP / (int)sizeof(uint32_t))

/* Allocate the arrays for up to `most` instructions of a rewritten function, whose own registers and constants are set,
 * and which had this many constants and registers before. Return 0; 1 if there are too many; -1 if out of memory. */
int qlua_rewritten_allocate(struct qlua_rewritten *r, const struct qlua_prototype *p, size_t most, int constants,
                            int registers);

/* Rewrite a function with this many constants and registers. Return 0; 1 if it cannot be rewritten (too many registers
 * or constants, or a jump out of range); -1 if out of memory. */
int qlua_rewritten_init(struct qlua_rewritten *r, const struct qlua_prototype *p, const struct qlua_edges *edges,
                        int constants, int registers);
void qlua_rewritten_fini(struct qlua_rewritten *r);
