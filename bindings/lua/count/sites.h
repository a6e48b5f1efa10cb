/* sites.h - where a function tells, once, that it came to a line: ran or not, without a count.
 *
 * The first instruction of each run of a line is replaced by a jump to a call of ours behind the function's end. That
 * call puts the instruction back, and those of other runs of the line: from then on the line costs nothing. */
#ifndef QLUA_SITES_H
#define QLUA_SITES_H

#include "bindings/lua/count/edges.h"
#include "bindings/lua/count/rewritten.h"

struct qlua_site {
    int pc;
    uint32_t original;
    int first_hit;
    int left; /* hits that were not told yet */
};

/* A site tells of a block; an instruction that takes all results of another one is told of there. */
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
    int *of_block; /* its first hit, -1 = none; calls have the number behind the last block */
    int blocks;
    int end; /* of the original instructions: there the first call stands */
};

/* Find the sites of a function, and write its instructions with them; of the constants, of which it has so many, the
 * one behind them is the function in C that is called. Returns 0; 1 where hits cannot be told so; -1 without memory. */
int qlua_sites_init(struct qlua_sites *sites, struct qlua_rewritten *r, const struct qlua_prototype *p,
                    const struct qlua_edges *edges, const struct qlua_function *function, int constants, int registers);
void qlua_sites_fini(struct qlua_sites *sites);

/* The site whose call the instruction at pc belongs to. */
static inline int qlua_sites_at(const struct qlua_sites *sites, int pc)
{
    return (pc - sites->end) / 3;
}

/* A site was reached: its blocks have run, as told by `ran`, and instructions that are not needed any more are put back
 * into the code. */
void qlua_sites_reach(struct qlua_sites *sites, int site, uint32_t *code, void (*ran)(void *data, int block),
                      void *data);

#endif
