#include "chain.h"

#include <stdint.h>

#include <lauxlib.h>
#include <lualib.h>

#include "coroutine.h"
#include "hook.h"
#include "session.h"

/* The thread that sethook and gethook are about. */
static lua_State *subject(lua_State *L)
{
    return lua_isthread(L, 1) ? lua_tothread(L, 1) : L;
}

static void show_theirs(const struct qp_coroutine *co)
{
    lua_sethook(co->L, co->theirs, co->their_mask, co->their_count);
}

static void take_theirs(struct qp_session *s, struct qp_coroutine *co)
{
    lua_Hook hook = lua_gethook(co->L);
    if (!qp_hook_is_ours(hook)) {
        co->theirs = hook;
        co->their_mask = hook ? lua_gethookmask(co->L) : 0;
        co->their_count = hook ? lua_gethookcount(co->L) : 0;
    }
    qp_hook_install(s, co);
}

static int sethook(lua_State *L)
{
    struct qp_session *s = qp_session_of(L);
    struct qp_coroutine *co = qp_coroutine_get(s, subject(L));
    int results = s->sethook(L); /* an error in the arguments leaves here with nothing changed */
    if (co)
        take_theirs(s, co);
    return results;
}

static int gethook(lua_State *L)
{
    struct qp_session *s = qp_session_of(L);
    struct qp_coroutine *co = qp_coroutine_get(s, subject(L));
    if (co)
        show_theirs(co);
    int results = s->gethook(L);
    if (co)
        qp_hook_install(s, co);
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

void qp_chain_begin(struct qp_session *s, lua_State *L)
{
    s->sethook = stand_in(L, "sethook", NULL, sethook);
    s->gethook = stand_in(L, "gethook", NULL, gethook);
    take_theirs(s, s->current);
}

void qp_chain_end(struct qp_session *s, lua_State *L)
{
    stand_in(L, "sethook", sethook, s->sethook);
    stand_in(L, "gethook", gethook, s->gethook);
    for (size_t i = 0; i < s->coroutines.room; i++) {
        struct qp_coroutine *co = s->coroutines.slots[i].value;
        if (co && (co->L == L || co->L == s->main))
            show_theirs(co);
    }
}

/* Where our count events come at each instruction, theirs come less often. */
static bool is_due(const struct qp_session *s, struct qp_coroutine *co, const lua_Debug *ar)
{
    if (ar->event != LUA_HOOKCOUNT || !s->running || !s->branches)
        return true;
    if (++co->their_counted < co->their_count)
        return false;
    co->their_counted = 0;
    return true;
}

void qp_chain_call(const struct qp_session *s, lua_State *L, lua_Debug *ar)
{
    struct qp_coroutine *co = s ? qp_map_get(&s->coroutines, (uintptr_t)L) : NULL;
    int bit = ar->event == LUA_HOOKTAILCALL ? LUA_MASKCALL : 1 << ar->event;
    if (co && co->theirs) {
        if ((co->their_mask & bit) && is_due(s, co, ar))
            co->theirs(L, ar);
    } else if (!s || !s->running) {
        lua_sethook(L, NULL, 0, 0);
    }
}
