#include "bindings/lua/inside/mark.h"

#include "bindings/lua/version/api.h"

/* Test program: successive calls of Lua and C functions at the same depth, and a tail call. */
static const char program[] = "local c = ...\n"
                              "local function leaf() c() c() end\n"
                              "local function tail() return leaf() end\n"
                              "leaf()\n"
                              "tail()\n"
                              "leaf()\n";

enum { EVENTS = 21 }; /* eleven calls, one of them a tail call, and ten returns */

struct check {
    int events;
    bool wrong;
};

static __thread struct check *check;

static void compare(lua_State *L, lua_Debug *ar)
{
    struct qlua_mark_frame *frame = (struct qlua_mark_frame *)(void *)ar->i_ci;
    lua_getinfo(L, "S", ar);
    bool is_c = *ar->what == 'C';
    check->wrong |= is_c != ((frame->status & QLUA_MARK_IS_C) != 0);
    check->wrong |= qlua_mark_is_set(frame) != (ar->event != LUA_HOOKCALL);
    qlua_mark_set(frame);
    check->events++;
}

static int nothing(lua_State *L)
{
    (void)L;
    return 0;
}

/* Return the offset of the frame below all calls, which is a part of its thread. */
static size_t find_base(lua_State *thread, const void *call)
{
    while (qlua_layout_caller(call))
        call = qlua_layout_caller(call);
    return (size_t)((const char *)call - (const char *)thread);
}

static int note_base(lua_State *L)
{
    lua_Debug ar;
    if (lua_getstack(L, 0, &ar))
        *(size_t *)lua_touserdata(L, 1) = find_base(L, ar.i_ci);
    return 0;
}

bool qlua_mark_check(lua_State *L, size_t *base)
{
    enum { LARGEST_THREAD = 1024 };
    struct check found = {.events = 0};
    lua_State *thread = lua_newthread(L);
    lua_sethook(thread, NULL, 0, 0);
    lua_pushcfunction(thread, note_base);
    lua_pushlightuserdata(thread, base);
    found.wrong = lua_pcall(thread, 1, 0, 0) != LUA_OK || *base >= LARGEST_THREAD ||
                  luaL_loadbufferx(thread, program, sizeof program - 1, "=qii", "t") != LUA_OK;
    if (!found.wrong) {
        lua_pushcfunction(thread, nothing);
        check = &found;
        lua_sethook(thread, compare, LUA_MASKCALL | LUA_MASKRET, 0);
        found.wrong |= lua_pcall(thread, 1, 0, 0) != LUA_OK;
        lua_sethook(thread, NULL, 0, 0);
        check = NULL;
    }
    lua_pop(L, 1);
    return !found.wrong && found.events == EVENTS;
}
