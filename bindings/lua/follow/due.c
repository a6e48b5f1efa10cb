#include "bindings/lua/follow/due.h"

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

void qlua_due_set(void *data)
{
    struct qlua_sampling *s = data;
    lua_State *L = s->now;
    if (L && (s->due != L || lua_gethook(L) != s->hook))
        set_hook(s, L);
}

void qlua_due_run(struct qlua_sampling *s, lua_State *thread, const struct qlua_resumption *resumption)
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
        set_hook(s, thread);
    }
}
