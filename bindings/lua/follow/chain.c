#include "bindings/lua/follow/chain.h"

#include <lauxlib.h>
#include <lualib.h>

#include "bindings/lua/follow/coroutine.h"

/* The thread that sethook and gethook are about. */
static lua_State *subject(lua_State *L)
{
    return lua_isthread(L, 1) ? lua_tothread(L, 1) : L;
}

static void show_theirs(const struct qlua_coroutine *co)
{
    lua_sethook(co->frames.L, co->theirs, co->their_mask, co->their_count);
}

static void take_theirs(struct qlua_recording *r, struct qlua_coroutine *co)
{
    lua_Hook hook = lua_gethook(co->frames.L);
    if (!qlua_recording_has_hook(r, hook)) {
        co->theirs = hook;
        co->their_mask = hook ? lua_gethookmask(co->frames.L) : 0;
        co->their_count = hook ? lua_gethookcount(co->frames.L) : 0;
    }
    qlua_coroutine_listen(r, co);
}

static int sethook(lua_State *L)
{
    struct qlua_recording *r = qlua_recording_of(L);
    struct qlua_coroutine *co = qlua_coroutine_get(r, subject(L));
    int results = r->sethook(L); /* an error in the arguments leaves here with nothing changed */
    if (co)
        take_theirs(r, co);
    return results;
}

static int gethook(lua_State *L)
{
    struct qlua_recording *r = qlua_recording_of(L);
    struct qlua_coroutine *co = qlua_coroutine_get(r, subject(L));
    if (co)
        show_theirs(co);
    int results = r->gethook(L);
    if (co)
        qlua_coroutine_listen(r, co);
    return results;
}

/* Replace a C function in the debug library, where it is the one that should be there. */
static lua_CFunction stand_in(lua_State *L, const char *name, lua_CFunction expected, lua_CFunction ours)
{
    lua_CFunction before = NULL;
    if (lua_getfield(L, LUA_REGISTRYINDEX, LUA_LOADED_TABLE) == LUA_TTABLE &&
        lua_getfield(L, -1, LUA_DBLIBNAME) == LUA_TTABLE) {
        lua_pushstring(L, name);
        lua_rawget(L, -2);
        before = lua_tocfunction(L, -1);
        lua_pop(L, 1);
        if (before && (!expected || before == expected)) {
            lua_pushstring(L, name);
            lua_pushcfunction(L, ours);
            lua_rawset(L, -3);
        }
        lua_pop(L, 1);
    } else {
        lua_pop(L, 1);
    }
    lua_pop(L, 1);
    return before;
}

void qlua_chain_begin(struct qlua_recording *r, lua_State *L)
{
    r->sethook = stand_in(L, "sethook", NULL, sethook);
    r->gethook = stand_in(L, "gethook", NULL, gethook);
    take_theirs(r, r->current);
}

void qlua_chain_end(struct qlua_recording *r, lua_State *L)
{
    stand_in(L, "sethook", sethook, r->sethook);
    stand_in(L, "gethook", gethook, r->gethook);
    struct qlua_coroutine *here = qlua_coroutine_find(r, L);
    struct qlua_coroutine *main = qlua_coroutine_find(r, r->main);
    if (here)
        show_theirs(here);
    if (main)
        show_theirs(main);
}

/* Where our count events come at each instruction, theirs come less often. */
static bool is_due(const struct qlua_recording *r, struct qlua_coroutine *co, const lua_Debug *ar)
{
    if (ar->event != LUA_HOOKCOUNT || !r->running || !r->branches)
        return true;
    if (++co->their_counted < co->their_count)
        return false;
    co->their_counted = 0;
    return true;
}

void qlua_chain_call(const struct qlua_recording *r, lua_State *L, lua_Debug *ar)
{
    struct qlua_coroutine *co = r ? qlua_coroutine_find(r, L) : NULL;
    int bit = ar->event == LUA_HOOKTAILCALL ? LUA_MASKCALL : 1 << ar->event;
    if (co && co->theirs) {
        if ((co->their_mask & bit) && is_due(r, co, ar))
            co->theirs(L, ar);
    } else if (!r || !r->running) {
        lua_sethook(L, NULL, 0, 0);
    }
}
