#include "bindings/lua/count/sites.h"

#include <stdlib.h>
#include <string.h>

#include "bindings/lua/code/operands.h"
#include "bindings/lua/code/scratch.h"
#include "bindings/lua/code/temporaries.h"

enum { CALL_LENGTH = 3 };

struct builder {
    struct qlua_sites *sites;
    const struct qlua_prototype *p;
    const struct qlua_edges *edges;
    const bool *ambiguous; /* temporaries.h */
    int *site_at;          /* by instruction: its site, -1 = none */
    bool unable;
};

static int site_at(struct builder *b, int pc)
{
    if (b->site_at[pc] < 0) {
        b->site_at[pc] = b->sites->count;
        b->sites->items[b->sites->count++] =
            (struct qlua_site){.pc = pc, .original = b->p->instructions.at[pc], .first_hit = -1};
    }
    return b->site_at[pc];
}

static void add_hit(struct builder *b, int pc, int block)
{
    struct qlua_sites *sites = b->sites;
    int site = site_at(b, pc);
    for (int i = sites->items[site].first_hit; i >= 0; i = sites->hits[i].next_of_site)
        if (sites->hits[i].block == block)
            return;
    sites->hits[sites->hit_count] = (struct qlua_hit){.site = site,
                                                      .block = block,
                                                      .next_of_site = sites->items[site].first_hit,
                                                      .next_of_block = sites->of_block[block]};
    sites->items[site].first_hit = sites->of_block[block] = sites->hit_count++;
    sites->items[site].left++;
}

/* Return the instruction at which the line of pc is reported. It is an earlier instruction if pc uses all results
 * of that instruction. */
static int place_of(const struct builder *b, int pc)
{
    while (pc > 0 && qlua_code_takes_all(&b->p->instructions, pc)) {
        pc--;
        while (pc > 0 && qlua_edges_is_second(&b->p->instructions, pc))
            pc--;
    }
    return pc;
}

/* Add the line that begins at pc. If pc is the call of an iterator, it cannot be a site, since Lua runs that
 * instruction without fetching it. If the line has no other site, the whole Lua function cannot have sites. */
static void add_line(struct builder *b, int pc, int block)
{
    if (qlua_code_operation_at(&b->p->instructions, pc) == QLUA_CODE_TFORCALL) {
        b->unable |= b->sites->of_block[block] < 0;
        return;
    }
    int place = place_of(b, pc);
    b->unable |= b->ambiguous[place] || qlua_code_operation_at(&b->p->instructions, place) == QLUA_CODE_TFORCALL;
    add_hit(b, place, block);
}

/* Return whether an instruction may divide by zero. With sites, the error message of Lua up to 5.4.4 would have the
 * line of our call. */
static bool divides(const struct qlua_code *code, int pc)
{
    enum qlua_operation operation = qlua_code_operation_at(code, pc);
    return operation == QLUA_CODE_MOD || operation == QLUA_CODE_IDIV;
}

static void find(struct builder *b)
{
    const struct qlua_edges *edges = b->edges;
    add_hit(b, qlua_edges_begin(b->p), b->sites->blocks);
    b->unable |= b->ambiguous[qlua_edges_begin(b->p)];
    for (int pc = 0; pc < b->p->instructions.count && !b->unable; pc++) {
        b->unable |= divides(&b->p->instructions, pc);
        for (int i = edges->into[pc]; i >= 0; i = edges->items[i].next)
            if (edges->items[i].line >= 0)
                add_line(b, pc, edges->items[i].line);
    }
}

/* Write the original instructions, and fill the rest of the code with copies of the last instruction. */
static void write_original(struct qlua_rewritten *r, const struct qlua_prototype *p)
{
    int end = p->instructions.count;
    for (int pc = 0; pc < r->count; pc++) {
        int from = pc < end ? pc : end - 1;
        r->code[pc] = p->instructions.at[from];
        if (r->line_of)
            r->line_of[pc] = p->line_of[from];
        if (pc < end)
            r->arrival[pc] = r->place[pc] = pc;
    }
}

/* Write the call of the site at pc, which uses our register and our constant. Replace the instruction at pc by a
 * jump to the call. Return false if a jump is too long. */
static bool write_call(struct qlua_rewritten *r, int pc, int call, int reg, int constant)
{
    r->code[call] = qlua_operands_long(QLUA_CODE_LOADK, reg, constant);
    r->code[call + 1] = qlua_operands_abc(QLUA_CODE_CALL, reg, 1, 1);
    r->code[call + 2] = r->code[pc] = QLUA_CODE_JMP;
    for (int k = 0; r->line_of && k < CALL_LENGTH; k++)
        r->line_of[call + k] = r->line_of[pc];
    return qlua_operands_set_target(r->code, call + 2, pc) && qlua_operands_set_target(r->code, pc, call);
}

/* Write the original code of the function, followed by a call for each of its sites. */
static int write(struct qlua_rewritten *r, const struct qlua_sites *sites, const struct qlua_prototype *p,
                 int constants, int registers)
{
    int count = sites->end + CALL_LENGTH * sites->count;
    r->count = (count / QLUA_REWRITTEN_STEP + 1) * QLUA_REWRITTEN_STEP - 1;
    int result = qlua_rewritten_allocate(r, p, (size_t)r->count, constants, registers);
    if (result != 0)
        return result;
    write_original(r, p);
    bool in_range = true;
    for (int i = 0; i < sites->count; i++)
        in_range &= write_call(r, sites->items[i].pc, sites->end + CALL_LENGTH * i, registers, constants);
    return !in_range;
}

static bool make_room(struct builder *b, const struct qlua_function *function)
{
    struct qlua_sites *sites = b->sites;
    size_t most = (size_t)b->edges->count + 1;
    sites->end = b->p->instructions.count;
    sites->blocks = function->known.line_count;
    sites->items = qlua_scratch(most * sizeof *sites->items);
    sites->hits = qlua_scratch(most * sizeof *sites->hits);
    sites->of_block = qlua_scratch(((size_t)sites->blocks + 1) * sizeof *sites->of_block);
    b->site_at = qlua_scratch((size_t)sites->end * sizeof *b->site_at);
    b->ambiguous = qlua_temporaries_ambiguous(b->p);
    if (!sites->items || !sites->hits || !sites->of_block || !b->site_at || !b->ambiguous)
        return false;
    memset(sites->of_block, 0xff, ((size_t)sites->blocks + 1) * sizeof *sites->of_block); /* -1 */
    memset(b->site_at, 0xff, (size_t)sites->end * sizeof *b->site_at);
    return true;
}

int qlua_sites_init(struct qlua_sites *sites, struct qlua_rewritten *r, const struct qlua_prototype *p,
                    const struct qlua_edges *edges, const struct qlua_function *function, int constants, int registers)
{
    struct builder b = {.sites = sites, .p = p, .edges = edges};
    *sites = (struct qlua_sites){0};
    *r = (struct qlua_rewritten){.above = 1, .constants = 1};
    int result = make_room(&b, function) ? 0 : -1;
    if (result == 0) {
        find(&b);
        result = b.unable ? 1 : write(r, sites, p, constants, registers);
    }
    free(b.site_at);
    free((void *)b.ambiguous);
    if (result != 0) {
        qlua_sites_fini(sites);
        qlua_rewritten_fini(r);
    }
    return result;
}

void qlua_sites_fini(struct qlua_sites *sites)
{
    free(sites->items);
    free(sites->hits);
    free(sites->of_block);
    *sites = (struct qlua_sites){0};
}

const uint32_t *qlua_sites_reach(struct qlua_sites *sites, uint32_t *code, int pc, struct qlua_body_value *counters)
{
    int site = (pc - sites->end) / CALL_LENGTH;
    if (pc < sites->end || site >= sites->count)
        return NULL;
    for (int i = sites->items[site].first_hit; i >= 0; i = sites->hits[i].next_of_site) {
        int block = sites->hits[i].block;
        for (int k = sites->of_block[block]; k >= 0; k = sites->hits[k].next_of_block) {
            struct qlua_site *other = &sites->items[sites->hits[k].site];
            if (--other->left == 0)
                code[other->pc] = other->original;
        }
        if (sites->of_block[block] >= 0)
            counters[block].content.number = 1;
        sites->of_block[block] = -1;
    }
    return code + sites->items[site].pc;
}
