#include "bindings/lua/follow/due.h"

#include "bindings/lua/follow/limit.h"

static const int mask = LUA_MASKCALL | LUA_MASKRET | LUA_MASKCOUNT;

/* In the signal handler: lua_sethook may be called there. A program that counts instructions itself would never come to
 * the end of its count, so its thread is left alone. */
static void set_hook(struct qlua_sampling *s, lua_State *L)
{
    lua_Hook theirs = lua_gethook(L);
    if (theirs && theirs != s->hook && lua_gethookmask(L) & LUA_MASKCOUNT)
        return;
    if (theirs != s->hook) {
        s->theirs = theirs;
        s->their_mask = theirs ? lua_gethookmask(L) : 0;
        s->their_count = theirs ? lua_gethookcount(L) : 0;
    }
    s->due = L;
    lua_sethook(L, s->hook, mask, 1);
}

/* Else the hook makes Lua raise "stack overflow" at another place than without us: the sample is left to the next
 * signal. */
static bool has_room(const struct qlua_sampling *s, lua_State *L, int results)
{
    lua_Debug ar;
    return !s->base || !lua_getstack(L, 0, &ar) || !qlua_limit_is_close((const char *)L + s->base, ar.i_ci, results);
}

/* Lua notes a hook in each frame that is open, which takes time in a deep stack. */
void qlua_due_set(void *data)
{
    struct qlua_sampling *s = data;
    lua_State *L = s->now;
    if (!L || s->taking || (s->due == L && lua_gethook(L) == s->hook) || !has_room(s, L, 0))
        return;
    long before = qlua_timer_cpu_time();
    set_hook(s, L);
    s->spent += qlua_timer_cpu_time() - before;
}

void qlua_due_run(struct qlua_sampling *s, lua_State *thread, const struct qlua_resumption *resumption, int results)
{
    s->resumption = resumption;
    s->now = thread; /* a sample that falls due from here on is set on it */
    lua_State *due = s->due;
    if (s->every) {
        lua_sethook(thread, s->hook, LUA_MASKCOUNT, s->every);
    } else if (due && due != thread) {
        if (lua_gethook(due) == s->hook)
            lua_sethook(due, s->theirs, s->their_mask, s->their_count);
        s->due = NULL;
        if (has_room(s, thread, results))
            set_hook(s, thread);
    }
}
