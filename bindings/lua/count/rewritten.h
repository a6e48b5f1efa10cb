/* rewritten.h - the instructions of a function with counting ones among them.
 *
 * Two registers behind the parameters are ours: a table of the counters, put there when the function is called, and
 * a counter on its way from the table and back. All other registers move up. In front of an instruction stand, one
 * behind the other, the counters of the edges that lead there, on the line of the instruction: so a line hook of
 * somebody else hears of the same lines. What takes all results of the instruction before it, as in f(g()), must follow
 * that one directly: its counter stands in front of both, where all ways to the first pass it, and counts too much
 * where g never returns. */
#ifndef QLUA_REWRITTEN_H
#define QLUA_REWRITTEN_H

#include "bindings/lua/count/edges.h"
#include "bindings/lua/inside/allocator.h"

/* So many counters are reached through one table: an instruction has 8 bits for an index, which begins with 1. */
#define QLUA_COUNTERS_PER_TABLE 255

struct qlua_rewritten {
    uint32_t *code;
    int *line_of; /* NULL where the prototype has no lines */
    int count;
    int *arrival; /* by instruction of the original: where its counters begin, and where it is itself */
    int *place;
    int hidden;    /* registers behind the parameters that are ours */
    int above;     /* registers above all others that are ours */
    int constants; /* behind the function's own: tables of counters */
};

/* Rewritten code leaves a rest of one less than this many instructions: allocator.h tells its block from most others.
 */
#define QLUA_REWRITTEN_STEP (QLUA_ALLOCATOR_STEP / (int)sizeof(uint32_t))

/* constants: how many the function has; registers: likewise. Returns 0; 1 when such a function cannot be rewritten: too
 * many registers, constants, or too far a jump; -1 without memory. */
int qlua_rewritten_init(struct qlua_rewritten *r, const struct qlua_prototype *p, const struct qlua_edges *edges,
                        int constants, int registers);
void qlua_rewritten_fini(struct qlua_rewritten *r);

#endif
