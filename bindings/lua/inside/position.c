#include "bindings/lua/inside/position.h"

#include <string.h>

#include "bindings/lua/code/prototype.h"
#include "bindings/lua/version/api.h"

/* Test program: two functions, loops and jumps, on separate lines. */
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

enum { LEAST = 30 }; /* fewest instructions that it runs, however it is compiled */

/* Number of bytes to search, less than any Lua 5.4's thread has; with 32-bit pointers, do not search. */
#define THREAD_SIZE (sizeof(void *) == 8 ? 200 : 0)

struct check {
    struct qlua_prototypes functions;
    int steps;
    int place; /* 0: an event for each instruction */
    bool wrong;
};

static __thread struct check *check;

static bool is_at(const struct qlua_prototype *p, const lua_Debug *ar)
{
    if (qlua_position_code(ar->i_ci) != p->code)
        return false;
    int at = qlua_position_of(ar->i_ci);
    return at >= 0 && at < p->instructions.count && p->line_of[at] == ar->currentline;
}

static void compare(lua_State *L, lua_Debug *ar)
{
    const struct qlua_prototypes *functions = &check->functions;
    int index = 0;
    lua_getinfo(L, "Sl", ar);
    while (index < functions->count && functions->items[index].shape.line_defined != ar->linedefined)
        index++;
    check->wrong |= index == functions->count || !is_at(&functions->items[index], ar);
    check->steps++;
    qlua_position_skip(L, check->place, 2);
}

/* Find the counter of remaining instructions. lua_sethook sets two adjacent numbers, the instructions between two
 * events and those remaining: search for the only such pair in the thread. */
static int find_place(lua_State *thread)
{
    static const int tried[] = {0x5a17c3, 0x2b61f5, 0x6d4e09};
    int place = 0;
    for (int at = 8; at + 2 * (int)sizeof(int) <= THREAD_SIZE; at += (int)sizeof(int)) {
        bool all = true;
        for (size_t i = 0; i < sizeof tried / sizeof *tried; i++) {
            int pair[2];
            lua_sethook(thread, compare, LUA_MASKCOUNT, tried[i]);
            memcpy(pair, (const char *)thread + at, sizeof pair);
            all = all && pair[0] == tried[i] && pair[1] == tried[i];
        }
        if (all && place)
            return 0;
        if (all)
            place = at + (int)sizeof(int);
    }
    return place;
}

/* Run the program on top of the thread's stack, and leave it there. */
static void run(lua_State *thread, struct check *found, int place)
{
    found->place = place;
    found->steps = 0;
    check = found;
    lua_pushvalue(thread, -1);
    lua_sethook(thread, compare, LUA_MASKCOUNT, 1);
    found->wrong |= lua_pcall(thread, 0, 0, 0) != LUA_OK;
    lua_sethook(thread, NULL, 0, 0);
    check = NULL;
}

bool qlua_position_check(lua_State *L, int *place)
{
    struct check found = {.steps = 0};
    lua_State *thread = lua_newthread(L);
    lua_sethook(thread, NULL, 0, 0);
    if (luaL_loadbufferx(thread, program, sizeof program - 1, "=qii", "t") != LUA_OK ||
        qlua_prototypes_read(&found.functions, thread) != 0) {
        lua_pop(L, 1);
        return false;
    }
    run(thread, &found, 0);
    int all = found.steps;
    bool valid = !found.wrong && all >= LEAST;
    *place = valid ? find_place(thread) : 0;
    if (*place) {
        run(thread, &found, *place);
        if (found.wrong || found.steps != (all + 1) / 2)
            *place = 0;
    }
    qlua_prototypes_fini(&found.functions);
    lua_pop(L, 1);
    return valid;
}
