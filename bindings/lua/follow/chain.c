#include "bindings/lua/follow/chain.h"

#include "bindings/lua/count/counting.h"
#include "bindings/lua/inside/stand_in.h"
#include "bindings/lua/version/api.h"

/* Return the thread that a call of debug.sethook or debug.gethook concerns: its first argument, by default the
 * caller. */
static lua_State *subject(lua_State *L)
{
    return lua_isthread(L, 1) ? lua_tothread(L, 1) : L;
}

void qlua_chain_take(struct qlua_recording *r, struct qlua_coroutine *co)
{
    struct qlua_theirs theirs = qlua_theirs_get(co->frames.L);
    if (!qlua_recording_has_hook(r, theirs.hook)) {
        co->theirs = theirs;
        co->their_counted = 0;
    }
    qlua_coroutine_listen(r, co);
}

static int sethook(lua_State *L)
{
    struct qlua_recording *r = qlua_recording_of(L);
    struct qlua_coroutine *co = qlua_coroutine_get(r, subject(L));
    int results = r->sethook(L); /* raises an error for a wrong argument, before anything has changed */
    lua_Hook hook = lua_gethook(subject(L));
    if (hook && !qlua_recording_has_hook(r, hook))
        r->debug_hook = hook;
    if (co)
        qlua_chain_take(r, co);
    return results;
}

static int gethook(lua_State *L)
{
    struct qlua_recording *r = qlua_recording_of(L);
    struct qlua_coroutine *co = qlua_coroutine_find(r, subject(L));
    if (co)
        qlua_theirs_set(&co->theirs, co->frames.L);
    int results = r->gethook(L);
    if (co)
        qlua_coroutine_listen(r, co);
    return results;
}

void qlua_chain_begin(struct qlua_recording *r, lua_State *L)
{
    r->sethook = qlua_stand_in(L, LUA_DBLIBNAME, "sethook", NULL, sethook);
    r->gethook = qlua_stand_in(L, LUA_DBLIBNAME, "gethook", NULL, gethook);
    qlua_chain_take(r, r->current);
}

void qlua_chain_end(struct qlua_recording *r, lua_State *L)
{
    qlua_stand_in(L, LUA_DBLIBNAME, "sethook", sethook, r->sethook);
    qlua_stand_in(L, LUA_DBLIBNAME, "gethook", gethook, r->gethook);
    struct qlua_coroutine *here = qlua_coroutine_find(r, L);
    struct qlua_coroutine *main = qlua_coroutine_find(r, r->main);
    if (here)
        qlua_theirs_set(&here->theirs, L);
    if (main)
        qlua_theirs_set(&main->theirs, r->main);
}

/* Return true if this event is due for the program's hook. If we get a count event at each instruction, the
 * program's hook gets one only after the number of instructions that the program requested. Instructions that we
 * inserted do not count. */
static bool is_due(const struct qlua_recording *r, struct qlua_coroutine *co, const lua_Debug *ar)
{
    if (ar->event != LUA_HOOKCOUNT || !qlua_coroutine_steps(r, co))
        return true;
    if (r->counting && qlua_counting_is_ours(r->counting, ar->i_ci))
        return false;
    if (++co->their_counted < co->theirs.count)
        return false;
    co->their_counted = 0;
    return true;
}

/* Return the record of a thread that has our hook. If no function needs hooks, only two kinds of threads have our
 * hook: threads with a hook of the program, and coroutines that inherited both hooks from their creator. */
static struct qlua_coroutine *hooked(struct qlua_recording *r, lua_State *L)
{
    if (!r->mode || r->by_hooks)
        return qlua_coroutine_find(r, L);
    struct qlua_coroutine *co = qlua_coroutine_get(r, L);
    if (co && !co->theirs.hook)
        qlua_coroutine_inherit(r, co);
    return co;
}

void qlua_chain_call(struct qlua_recording *r, lua_State *L, lua_Debug *ar)
{
    struct qlua_coroutine *co = r ? hooked(r, L) : NULL;
    if (r && r->counting && qlua_counting_hides(r->counting, ar))
        return;
    if (co && co->theirs.hook) {
        if (qlua_theirs_wants(&co->theirs, ar) && is_due(r, co, ar))
            co->theirs.hook(L, ar);
    } else if (!r || !r->mode) {
        lua_sethook(L, NULL, 0, 0);
    }
}
