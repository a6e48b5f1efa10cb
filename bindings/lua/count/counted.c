#include "bindings/lua/count/counted.h"

#include <stdlib.h>

/* Where tables would keep what has no number for a key: nothing is there. */
static const struct qlua_body_value no_nodes[4];

/* Tables that Lua did not make; its collector passes them by. Their elements lie in the data file. */
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

/* The function's counters in the data file, integers to Lua; NULL where there are none. */
static struct qlua_body_value *get_counters(const struct qlua_function *function, const struct qlua_edges *edges,
                                            uintptr_t owner)
{
    qprof_BlockCounters counters = {.owner = owner,
                                    .stride = QPROF_COUNTER_VALUE,
                                    .length = edges->counters,
                                    .term_count = edges->term_count,
                                    .terms = edges->terms};
    _Static_assert(sizeof(struct qlua_body_value) == QPROF_COUNTER_VALUE, "a value of Lua's");
    if (kit_library.qii.block_counters(function->known.id, &counters) != 0)
        return NULL;
    struct qlua_body_value *base = counters.base;
    for (int i = 0; i < counters.length; i++)
        base[i].tag = QLUA_BODY_INTEGER;
    return base;
}

/* What the rewritten function needs; returns false without memory. */
static bool complete(struct qlua_counted *counted, struct qlua_rewritten *r, const struct qlua_edges *edges,
                     uintptr_t owner, const struct qlua_allocator *allocator)
{
    struct qlua_body_value *base = get_counters(counted->function, edges, owner);
    counted->tables = base ? make_tables(r->tables, edges->counters, base) : NULL;
    if (!counted->tables || !qlua_parts_make(&counted->now, r, counted->body, counted->tables, allocator))
        return false;
    counted->hidden = r->hidden;
    counted->first_hidden = counted->body->parameters;
    counted->place = r->place;
    r->place = NULL;
    return true;
}

static bool rewrite(struct qlua_counted *counted, const struct qlua_prototype *p, uintptr_t owner,
                    const struct qlua_allocator *allocator)
{
    struct qlua_edges edges;
    struct qlua_rewritten r;
    if (qlua_edges_init(&edges, p, counted->function) != 0)
        return false;
    bool done = qlua_rewritten_init(&r, p, &edges, counted->body->constant_count, counted->body->registers) == 0;
    if (done) {
        done = complete(counted, &r, &edges, owner, allocator);
        qlua_rewritten_fini(&r);
    }
    qlua_edges_fini(&edges);
    return done;
}

struct qlua_counted *qlua_counted_new(struct qlua_body *body, const struct qlua_prototype *p,
                                      struct qlua_function *function, uintptr_t owner,
                                      const struct qlua_allocator *allocator)
{
    struct qlua_counted *counted = calloc(1, sizeof *counted);
    if (!counted)
        return NULL;
    *counted = (struct qlua_counted){.body = body, .function = function, .before = qlua_parts_of(body)};
    if (rewrite(counted, p, owner, allocator))
        return counted;
    qlua_counted_free(counted, allocator);
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
    free(counted->tables);
    free(counted->place);
    free(counted);
}
