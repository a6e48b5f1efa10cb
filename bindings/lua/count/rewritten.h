/* rewritten.h - instructions of a function with counting instructions inserted.
 *
 * The first two registers after the parameters are ours. One contains the table of counters, and is loaded when the
 * function is called. The other contains a counter between its load and its store. If the counters need several tables,
 * the tables other than the first are loaded into a third register when they are needed. All other registers move up.
 *
 * The counters of all edges to an instruction are inserted before the instruction, one after the other. They have the
 * instruction's line, so that another line hook still reports the same lines.
 *
 * An instruction that uses all results of the previous instruction, as the outer call in f(g()), must directly follow
 * it. Its counter is therefore inserted before both instructions, where all paths to the first one pass. If g never
 * returns, this counter is too high. */
#pragma once

#include "bindings/lua/count/edges.h"
#include "bindings/lua/inside/allocator.h"

/* Number of counters per table: an instruction has 8 bits for an index, and the first index is 1. */
#define QLUA_COUNTERS_PER_TABLE 255

struct qlua_rewritten {
    uint32_t *code;
    int *line_of; /* for each instruction of `code`: its line; NULL if the prototype has no lines */
    int count;
    int *arrival;  /* for each original instruction: position at which its counters start */
    int *place;    /* for each original instruction: its new position */
    int hidden;    /* number of our registers after the parameters */
    int above;     /* number of our registers above the function's own registers */
    int constants; /* number of our constants, such as tables of counters, after the function's own constants */
};

/* The number of instructions of rewritten code is one less than a multiple of this step. So allocator.h can
 * distinguish blocks of rewritten code from most other blocks by their size. */
#define QLUA_REWRITTEN_STEP (QLUA_ALLOCATOR_STEP / (int)sizeof(uint32_t))

/* Allocate the arrays of r for up to `most` instructions. The caller has set r->hidden, r->above and r->constants,
 * the numbers of our registers and constants. `constants` and `registers` are the numbers of the original function.
 * Return 0; 1 if the function would have too many registers or constants; -1 if out of memory. */
int qlua_rewritten_allocate(struct qlua_rewritten *r, const struct qlua_prototype *p, size_t most, int constants,
                            int registers);

/* Rewrite a function. `constants` and `registers` are the numbers of the original function. Return 0; 1 if it cannot
 * be rewritten (too many registers or constants, or a jump out of range); -1 if out of memory. */
int qlua_rewritten_init(struct qlua_rewritten *r, const struct qlua_prototype *p, const struct qlua_edges *edges,
                        int constants, int registers);
void qlua_rewritten_fini(struct qlua_rewritten *r);
