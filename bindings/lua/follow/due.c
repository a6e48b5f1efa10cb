#include "bindings/lua/follow/due.h"

#include "bindings/lua/follow/limit.h"

/* Set the hook. This runs in the signal handler, in which lua_sethook is allowed. Skip a thread with a count hook of
 * the program: each sample would restart the count, which then would never reach its end. */
static void set_hook(struct qlua_sampling *s, lua_State *L)
{
    struct qlua_theirs theirs = qlua_theirs_get(L);
    if (theirs.hook != s->hook && theirs.mask & LUA_MASKCOUNT)
        return;
    if (theirs.hook != s->hook)
        s->theirs = theirs;
    s->due = L;
    lua_sethook(L, s->hook, LUA_MASKCALL | LUA_MASKRET | LUA_MASKCOUNT, 1);
}

/* Return true if a hook fits on the stack. If it does not fit, the hook could raise a "stack overflow" error earlier
 * than the program would, so the sample must wait for the next signal. */
static bool has_room(const struct qlua_sampling *s, lua_State *L, int results)
{
    lua_Debug ar;
    return !s->base || !lua_getstack(L, 0, &ar) || !qlua_limit_is_close((const char *)L + s->base, ar.i_ci, results);
}

/* Measure how long it takes to set the hook. Lua marks each open frame when a hook is set, which is slow in a deep
 * stack. */
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
    s->now = thread; /* from now on, if a sample becomes due, its hook is set on this thread */
    lua_State *due = s->due;
    if (s->every) {
        lua_sethook(thread, s->hook, LUA_MASKCOUNT, s->every);
    } else if (due && due != thread) {
        if (lua_gethook(due) == s->hook)
            qlua_theirs_set(&s->theirs, due);
        s->due = NULL;
        if (has_room(s, thread, results))
            set_hook(s, thread);
    }
}
