/* sites.h - instructions at which a function reports once that a line ran, without counting.
 *
 * The first instruction of each code range of a line is replaced by a jump to a call, inserted after the function's
 * end. That call restores the instruction, and those of the line's other ranges: then the line costs nothing. */
#pragma once

#include "bindings/lua/count/edges.h"
#include "bindings/lua/count/rewritten.h"
#include "bindings/lua/inside/body.h"

struct qlua_site {
    int pc;
    uint32_t original;
    int first_hit;
    int left; /* number of hits that were not reported yet */
};

/* Pair of a site and a block that the site reports. If an instruction uses all results of the previous instruction,
 * the site is at the previous instruction. */
struct qlua_hit {
    int site;
    int block;
    int next_of_site; /* -1 = none */
    int next_of_block;
};

struct qlua_sites {
    struct qlua_site *items;
    int count;
    struct qlua_hit *hits;
    int hit_count;
    int *of_block; /* by block: its first hit, -1 = none; the block of calls is the one after the last */
    int blocks;
    int end; /* end of the original instructions, start of the first call */
};

/* Find the sites of a function, and write its instructions with the sites. `constants` is the number of its
 * constants; the constant after them is the C function to call. Return 0; 1 if sites are impossible in this function;
 * -1 if out of memory. */
int qlua_sites_init(struct qlua_sites *sites, struct qlua_rewritten *r, const struct qlua_prototype *p,
                    const struct qlua_edges *edges, const struct qlua_function *function, int constants, int registers);
void qlua_sites_fini(struct qlua_sites *sites);

/* Handle the call at an instruction, which reports that its site was reached: set the counters of the site's blocks,
 * and restore the instructions of sites no longer needed. Return the instruction with which the function continues,
 * NULL if there is no such site. */
const uint32_t *qlua_sites_reach(struct qlua_sites *sites, uint32_t *code, int pc, struct qlua_body_value *counters);
