#include "position.h"

#include <lauxlib.h>

#include "prototype.h"

/* Two functions, loops and jumps, on lines of their own. */
static const char program[] = "local function sum(n)\n"
                              "  local s = 0\n"
                              "  for i = 1, n do\n"
                              "    if i ~= 2 then\n"
                              "      s = s + i\n"
                              "    end\n"
                              "  end\n"
                              "  return s\n"
                              "end\n"
                              "local a = sum(3)\n"
                              "local b = sum(a)\n";

enum { LEAST = 30 }; /* instructions that it runs, however they are compiled */

struct check {
    struct qp_prototypes functions;
    int steps;
    bool wrong;
};

static __thread struct check *check;

static bool stands_at(const struct qp_prototype *p, const lua_Debug *ar)
{
    if (qp_position_code(ar->i_ci) != p->code)
        return false;
    int at = qp_position_of(ar->i_ci);
    return at >= 0 && at < p->instructions.count && p->line_of[at] == ar->currentline;
}

static void compare(lua_State *L, lua_Debug *ar)
{
    const struct qp_prototypes *functions = &check->functions;
    int index = 0;
    lua_getinfo(L, "Sl", ar);
    while (index < functions->count && functions->items[index].line_defined != ar->linedefined)
        index++;
    check->wrong |= index == functions->count || !stands_at(&functions->items[index], ar);
    check->steps++;
}

bool qp_position_check(lua_State *L)
{
    struct check found = {.steps = 0};
    lua_State *thread = lua_newthread(L);
    lua_sethook(thread, NULL, 0, 0);
    if (luaL_loadbufferx(thread, program, sizeof program - 1, "=qii", "t") != LUA_OK ||
        qp_prototypes_read(&found.functions, thread) != 0) {
        lua_pop(L, 1);
        return false;
    }
    check = &found;
    lua_sethook(thread, compare, LUA_MASKCOUNT, 1);
    found.wrong |= lua_pcall(thread, 0, 0, 0) != LUA_OK;
    lua_sethook(thread, NULL, 0, 0);
    check = NULL;
    qp_prototypes_fini(&found.functions);
    lua_pop(L, 1);
    return !found.wrong && found.steps >= LEAST;
}
