/* hook.h - what Lua calls for each call, return and line; for each instruction it calls step.h's. */
#ifndef QP_LUA_HOOK_H
#define QP_LUA_HOOK_H

#include <stdbool.h>

#include <lua.h>

struct qp_coroutine;
struct qp_session;

void qp_hook(lua_State *L, lua_Debug *ar);

/* Whether a hook is ours: this one, or that of step.h. */
bool qp_hook_is_ours(lua_Hook hook);

/* Set it on a coroutine, for the events that the session or the program's own hook wants. */
void qp_hook_install(struct qp_session *s, struct qp_coroutine *co);

#endif
