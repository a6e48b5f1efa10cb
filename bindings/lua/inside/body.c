#include "bindings/lua/inside/body.h"

#include "bindings/lua/code/prototype.h"
#include "bindings/lua/inside/allocator.h"

static bool has_lines(const struct qlua_body *body, const struct qlua_prototype *p)
{
    int line = body->line_defined;
    int absolute = 0;
    for (int i = 0; i < body->line_count; i++) {
        if (body->lines[i] == -0x80 && absolute < body->absolute_count && body->absolutes[absolute].instruction == i)
            line = body->absolutes[absolute++].line;
        else
            line += body->lines[i];
        if (line != p->line_of[i])
            return false;
    }
    return absolute == body->absolute_count;
}

static bool has_locals(const struct qlua_body *body, const struct qlua_prototype *p)
{
    for (int i = 0; i < p->local_count; i++)
        if (body->locals[i].begin != p->locals[i].begin || body->locals[i].end != p->locals[i].end)
            return false;
    return true;
}

static bool is_like(const struct qlua_body *body, const struct qlua_prototype *p)
{
    return body->code == p->code && body->code_count == p->instructions.count &&
           body->line_count == p->instructions.count && body->local_count == p->local_count &&
           body->parameters == p->shape.parameters && body->vararg == p->shape.vararg &&
           body->upvalue_count == p->shape.upvalues && body->line_defined == p->shape.line_defined &&
           body->last_line_defined == p->shape.last_line_defined && has_lines(body, p) && has_locals(body, p);
}

/* Compare the prototypes of the main function, and of the last function nested in it, with what was read from the
 * dump. */
bool qlua_body_check(const struct qlua_body *body, const struct qlua_prototypes *all)
{
    if (all->count != 5 || !is_like(body, &all->items[0]) || body->child_count != 3 ||
        !is_like(body->children[2], &all->items[4]) || body->absolute_count == 0)
        return false;
    const struct qlua_body_upvalue *upvalues = body->children[2]->upvalues;
    return upvalues[0].in_stack == 1 && upvalues[0].index == 3 && upvalues[1].in_stack == 1 && upvalues[1].index == 0;
}

static bool tables_match(lua_State *L)
{
    lua_createtable(L, 3, 0);
    for (int i = 1; i <= 3; i++) {
        lua_pushinteger(L, 370 + i);
        lua_rawseti(L, -2, i);
    }
    const struct qlua_body_table *table = lua_topointer(L, -1);
    bool match = table->tag == (QLUA_BODY_TABLE & 0xf) && table->array_size == 3;
    for (int i = 0; match && i < 3; i++)
        match = table->array[i].content.number == 371 + i && table->array[i].tag == QLUA_BODY_INTEGER;
    lua_pop(L, 1);
    return match;
}

static bool memory_matches(lua_State *L)
{
    void *data;
    lua_Alloc allocate = lua_getallocf(L, &data);
    const struct qlua_allocator_state *state = qlua_allocator_thread_of(L)->state;
    return state->allocate == allocate && state->data == data &&
           state->total + state->debt == (ptrdiff_t)lua_gc(L, LUA_GCCOUNT, 0) * 1024 + lua_gc(L, LUA_GCCOUNTB, 0);
}

bool qlua_body_check_values(lua_State *L)
{
    return sizeof(void *) == 8 && sizeof(lua_Integer) == 8 && tables_match(L) && memory_matches(L);
}
