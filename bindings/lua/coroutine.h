/* coroutine.h - Lua threads as virtual threads: who runs, who waits for whom, who has ended.
 *
 * Each switch shows itself at once: a resume by an event in the coroutine, a yield, an end or an error by an event
 * in the one that resumed it. Virtual thread ids are running numbers: Lua uses addresses again. A new life at
 * an old address is told by its first call, which has no caller. */
#ifndef QP_LUA_COROUTINE_H
#define QP_LUA_COROUTINE_H

#include <stdbool.h>

#include <lua.h>

#include "qii_load.h"
#include "stack.h"

struct qp_session;

struct qp_coroutine {
    lua_State *L;
    VthreadID id;
    bool announced;               /* to the library */
    bool begun;                   /* its function was called */
    struct qp_coroutine *resumer; /* that waits until it yields or ends; NULL while it does not run */
    bool muted;                   /* close to the end of its stack (limit.h) */
    bool born_unheard;            /* while another one was */
    const void *base;             /* muted: Lua's frame below its others */
    struct qp_coroutine *next_muted;
    int nesting; /* of resumes below it */
    struct qp_stack stack;
    lua_Hook theirs; /* the program's own hook, chained to ours (chain.h) */
    int their_mask;
    int their_count;
    int their_counted; /* instructions since their last count event, where ours come at each */
};

/* The record of a thread, made when it is new; NULL without memory. */
struct qp_coroutine *qp_coroutine_get(struct qp_session *s, lua_State *L);

/* The session begins in L: it is the current one, and the main thread waits for it if it is not that itself. The frames
 * that are open get their place, or are silent. Returns -1 without memory. */
int qp_coroutine_first(struct qp_session *s, lua_State *L, bool silent);

/* An event came from another coroutine than the one that ran last: tell the library of the switch. begins says that
 * it is the call of a coroutine's function. Returns NULL without memory. */
struct qp_coroutine *qp_coroutine_switch(struct qp_session *s, lua_State *L, bool begins);

/* The one that runs has created a thread. */
void qp_coroutine_create(struct qp_session *s, lua_State *thread);

/* The call of a coroutine's function, from which it has its name. */
void qp_coroutine_begin(struct qp_session *s, struct qp_coroutine *co, const char *name);

/* It has ended. */
void qp_coroutine_end(struct qp_session *s, struct qp_coroutine *co);

/* A thread is going to run that may be older than the session: it gets the hook, and its open frames their place. */
void qp_coroutine_adopt(struct qp_session *s, lua_State *thread);

/* Lua frees a thread. In the middle of a collection: Lua may not be called. */
void qp_coroutine_freed(struct qp_session *s, const lua_State *thread);

/* The session ends, the library records on: end them all for it. */
void qp_coroutines_end(struct qp_session *s);

/* A thread is going to be closed. */
void qp_coroutine_close(struct qp_session *s, lua_State *thread);

/* The virtual thread that runs. */
VthreadID qp_coroutine_id(const struct qp_session *s);

/* Forget all. */
void qp_coroutines_fini(struct qp_session *s);

#endif
