/* sites.h - instructions that report once that a line ran, without counting.
 *
 * A site is an instruction at which a line begins. It is replaced by a jump to a call, which is appended to the
 * function's code. When the call runs, it restores the instructions of this site and of the line's other sites. After
 * that, the line costs nothing. */
#pragma once

#include "bindings/lua/count/edges.h"
#include "bindings/lua/count/rewritten.h"
#include "bindings/lua/inside/body.h"

struct qlua_site {
    int pc;
    uint32_t original;
    int first_hit;
    int left; /* number of its hits whose block was not reported yet */
};

/* Pair of a site and a block that the site reports. A site may report several lines: if a line begins at an
 * instruction that uses all results of the previous instruction, the line's site is at that previous instruction. */
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
    int *of_block; /* by block: index of the block's first hit; -1 = none, or already reported. The last block counts
                    * calls */
    int blocks;
    int end; /* index behind the original instructions, at which the first inserted call begins */
};

/* Find the sites of a function, and write its instructions with the sites to r. `constants` and `registers` are the
 * numbers of constants and of registers in the original function. The constant that is added after these constants is
 * the C function to call. Return 0 if done, 1 if sites are impossible in this function, -1 if out of memory. */
int qlua_sites_init(struct qlua_sites *sites, struct qlua_rewritten *r, const struct qlua_prototype *p,
                    const struct qlua_edges *edges, const struct qlua_function *function, int constants, int registers);
void qlua_sites_fini(struct qlua_sites *sites);

/* Handle the call at instruction pc, which belongs to a site: set the counters of the site's blocks, and restore the
 * instructions of all sites that have nothing left to report. Return the instruction with which the function continues,
 * NULL if no site has a call at pc. */
const uint32_t *qlua_sites_reach(struct qlua_sites *sites, uint32_t *code, int pc, struct qlua_body_value *counters);
