#include "bindings/lua/count/counted.h"

#include <stdlib.h>

/* Hash part without entries, which all tables of counters share. */
static const struct qlua_body_value no_nodes[4];

/* Create tables outside of Lua's memory, with their elements in the data file. Lua's collector skips these tables
 * because they are marked black. */
static struct qlua_body_table *make_tables(int count, int counters, struct qlua_body_value *base)
{
    struct qlua_body_table *tables = calloc((size_t)count + 1, sizeof *tables);
    for (int i = 0; tables && i < count; i++) {
        int rest = counters - i * QLUA_COUNTERS_PER_TABLE;
        tables[i] = (struct qlua_body_table){
            .tag = QLUA_BODY_TABLE & 0xf,
            .marked = QLUA_BODY_BLACK,
            .array_size = (unsigned)(rest < QLUA_COUNTERS_PER_TABLE ? rest : QLUA_COUNTERS_PER_TABLE),
            .array = base + i * QLUA_COUNTERS_PER_TABLE,
            .nodes = no_nodes};
    }
    return tables;
}

/* Return the function's counters in the data file, in the form of Lua integers. If `edges` is NULL, there is one
 * counter for each line and one for the calls. Return NULL if the library has fewer counters than that, for example
 * because it refused the lines. */
static struct qlua_body_value *get_counters(const struct qlua_function *function, const struct qlua_edges *edges,
                                            uintptr_t owner)
{
    qprof_BlockCounters counters = {.owner = owner,
                                    .stride = QPROF_COUNTER_VALUE,
                                    .length = edges ? edges->counters : 0,
                                    .term_count = edges ? edges->term_count : 0,
                                    .terms = edges ? edges->terms : NULL};
    _Static_assert(sizeof(struct qlua_body_value) == QPROF_COUNTER_VALUE, "size of a Lua value");
    int needed = edges ? edges->counters : function->known.line_count + 1;
    if (kit_library.qii.block_counters(function->known.id, &counters) != 0 || counters.length < needed)
        return NULL;
    struct qlua_body_value *base = counters.base;
    for (int i = 0; i < counters.length; i++)
        base[i].tag = QLUA_BODY_INTEGER;
    return base;
}

/* Make the parts of the rewritten function. Return false if out of memory. */
static bool complete(struct qlua_counted *counted, struct qlua_rewritten *r, const struct qlua_body_value *constants,
                     const struct qlua_allocator *allocator)
{
    if (!qlua_parts_make(&counted->now, r, counted->body, constants, allocator))
        return false;
    counted->hidden = r->hidden;
    counted->first_hidden = counted->body->parameters;
    counted->place = r->place;
    r->place = NULL;
    return true;
}

static bool make_counters(struct qlua_counted *counted, struct qlua_rewritten *r, const struct qlua_edges *edges,
                          const struct qlua_counted_how *how)
{
    counted->base = get_counters(counted->function, edges, 2 * how->owner);
    counted->tables = counted->base ? make_tables(r->constants, edges->counters, counted->base) : NULL;
    struct qlua_body_value *constants = malloc(((size_t)r->constants + 1) * sizeof *constants);
    bool done = counted->tables && constants;
    for (int i = 0; done && i < r->constants; i++)
        constants[i] = (struct qlua_body_value){.content.object = &counted->tables[i], .tag = QLUA_BODY_TABLE};
    done = done && complete(counted, r, constants, how->allocator);
    free(constants);
    return done;
}

static bool make_sites(struct qlua_counted *counted, struct qlua_rewritten *r, const struct qlua_counted_how *how)
{
    const struct qlua_body_value reached = {.content.function = how->reached, .tag = QLUA_LAYOUT_LIGHT_C};
    counted->base = get_counters(counted->function, NULL, 2 * how->owner + 1);
    return counted->base && complete(counted, r, &reached, how->allocator);
}

/* Rewrite the function with sites if they are wanted and possible, otherwise with counters. */
static bool rewrite(struct qlua_counted *counted, const struct qlua_prototype *p, const struct qlua_edges *edges,
                    const struct qlua_counted_how *how)
{
    const struct qlua_body *body = counted->body;
    struct qlua_rewritten r;
    bool sites = how->reached && qlua_sites_init(&counted->sites, &r, p, edges, counted->function, body->constant_count,
                                                 body->registers) == 0;
    if (!sites && qlua_rewritten_init(&r, p, edges, body->constant_count, body->registers) != 0)
        return false;
    bool done = sites ? make_sites(counted, &r, how) : make_counters(counted, &r, edges, how);
    qlua_rewritten_fini(&r);
    return done;
}

struct qlua_counted *qlua_counted_new(struct qlua_body *body, const struct qlua_prototype *p,
                                      struct qlua_function *function, const struct qlua_counted_how *how)
{
    struct qlua_edges edges;
    struct qlua_counted *counted = calloc(1, sizeof *counted);
    if (!counted)
        return NULL;
    *counted = (struct qlua_counted){.body = body, .function = function, .before = *body};
    bool done = qlua_edges_init(&edges, p, function) == 0 && rewrite(counted, p, &edges, how);
    qlua_edges_fini(&edges);
    if (done)
        return counted;
    qlua_counted_free(counted, how->allocator);
    return NULL;
}

void qlua_counted_move_upvalues(struct qlua_body *inside, int first, int by)
{
    for (int i = 0; i < inside->upvalue_count; i++) {
        struct qlua_body_upvalue *upvalue = &inside->upvalues[i];
        if (upvalue->in_stack && upvalue->index >= first)
            upvalue->index = (unsigned char)(upvalue->index + by);
    }
}

void qlua_counted_free(struct qlua_counted *counted, const struct qlua_allocator *allocator)
{
    if (counted->now.code)
        qlua_parts_free(&counted->now, allocator);
    qlua_sites_fini(&counted->sites);
    free(counted->tables);
    free(counted->place);
    free(counted);
}
