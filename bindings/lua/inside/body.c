#include "bindings/lua/inside/body.h"

#include <string.h>

#include "bindings/lua/code/prototype.h"
#include "bindings/lua/inside/allocator.h"
#include "bindings/lua/inside/state.h"
#include "bindings/lua/version/api.h"

/* Test program: a vararg function with a nested one, constants of several kinds, locals, and distant lines. */
static const char program[] = "local a, b = ..., 'text'\n"
                              "local function sum(n, m)\n"
                              "  for i = 1, n do m = m + i * 0.5 end\n"
                              "  return a, b, m\n"
                              "end\n"
                              "\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n"
                              "\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n"
                              "\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n"
                              "return sum, 370\n";

void qlua_body_account(lua_State *L, ptrdiff_t bytes)
{
    qlua_state_of(L)->debt += bytes;
}

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

/* Check prototypes. The main function of the program is on top of the stack. */
static bool functions_match(lua_State *L)
{
    struct qlua_prototypes all;
    if (qlua_prototypes_read(&all, L) != 0)
        return false;
    const struct qlua_body *body = qlua_body_of(lua_topointer(L, -1));
    bool match = all.count == 2 && is_like(body, &all.items[0]) && body->child_count == 1 &&
                 is_like(body->children[0], &all.items[1]) && body->absolute_count > 0;
    const struct qlua_body_upvalue *upvalues = match ? body->children[0]->upvalues : NULL;
    match = match && upvalues[0].in_stack == 1 && upvalues[0].index == 0 && upvalues[1].index == 1;
    qlua_prototypes_fini(&all);
    return match;
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
    const struct qlua_state *state = qlua_state_of(L);
    return state->allocate == allocate && state->data == data &&
           state->total + state->debt == (ptrdiff_t)lua_gc(L, LUA_GCCOUNT, 0) * 1024 + lua_gc(L, LUA_GCCOUNTB, 0);
}

bool qlua_body_check(lua_State *L, const struct qlua_allocator *allocator)
{
    if (sizeof(void *) != 8 || sizeof(lua_Integer) != 8 || allocator->prototype_size != sizeof(struct qlua_body))
        return false;
    if (luaL_loadbufferx(L, program, sizeof program - 1, "=qii", "t") != LUA_OK) {
        lua_pop(L, 1);
        return false;
    }
    bool match = functions_match(L) && tables_match(L) && memory_matches(L);
    lua_pop(L, 1);
    return match;
}
