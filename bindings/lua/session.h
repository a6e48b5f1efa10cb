/* session.h - recording one Lua state: from start to stop.
 *
 * Words
 *   library    libqprof or libcprof, reached through qii_load.h
 *   recorder   the library and the functions it knows, for all sessions of the process (recorder.h)
 *   function   what QII calls a method: a Lua prototype or a C function (function.h)
 *   coroutine  a Lua thread, a virtual thread to the library; the main thread too (coroutine.h)
 *   silent     a frame that was open before a program under `qii lua` began: the library never hears of it
 *
 * A session belongs to its state, whichever system thread runs it; one that is over serves the next state. */
#ifndef QP_LUA_SESSION_H
#define QP_LUA_SESSION_H

#include <stdbool.h>

#include <lua.h>

#include "map.h"
#include "recorder.h"
#include "step.h"

struct qp_allocator;
struct qp_coroutine;

struct qp_session {
    lua_State *L;                 /* of current; NULL: not running, or a switch was not told of yet */
    struct qp_coroutine *current; /* the one that runs, or ran last */
    const struct qii *qii;
    struct qp_map plain;   /* functions by what qp_layout_key says; empty without layout */
    struct qp_map special; /* those of them whose calls need a look at their arguments or results */
    bool layout;           /* frames can be read as layout.h does */
    bool quick;            /* the next event of current may go the quick way of hook.c */
    bool running;          /* between start and stop */
    bool lines;            /* as the recorder's */
    bool line_times;
    bool returns; /* are told: an event elsewhere shows those that no time depends on, too */
    enum qp_function_role last_plain;
    bool branches;              /* counted instruction by instruction, and lines with them; only with layout */
    lua_State *main;            /* main thread of the state */
    struct qp_map coroutines;   /* by lua_State */
    struct qp_coroutine *muted; /* the first of those that are */
    struct qp_step_frame step;  /* where branches are counted */
    int count_place;            /* of position.h */
    struct qp_allocator *allocator;
    lua_CFunction sethook; /* what debug.sethook and debug.gethook were before the start */
    lua_CFunction gethook;
    struct qp_session *next; /* of the recorder's */
};

/* How a session begins. */
struct qp_session_start {
    const char *library; /* name or path, as for qii_load */
    const char *options; /* "-name=value ..." */
    bool silent;         /* the frames that are open now are none of the program's */
    bool public_way;     /* ask the public interface of Lua alone */
    bool branches;       /* count them where lines are counted */
    const char *include; /* files to tell of even if never loaded (include.h), NULL = none */
};

/* The session that this thread ran last: most events need no other. Another thread may run it since: only where
 * qp_session_is_at says so it may be looked into. Initial-exec: a call of __tls_get_addr costs as much as all else that
 * the hook does. */
extern __thread struct qp_session *qp_session_here __attribute__((tls_model("initial-exec")));

/* Whether a session ran L last. Of any thread's session: L is what this thread runs now, so the answer holds. */
static inline bool qp_session_is_at(const struct qp_session *s, const lua_State *L)
{
    return __atomic_load_n(&s->L, __ATOMIC_RELAXED) == L;
}

static inline void qp_session_set_at(struct qp_session *s, lua_State *L)
{
    __atomic_store_n(&s->L, L, __ATOMIC_RELAXED);
}

/* The session of L's state, NULL when it never had one. */
struct qp_session *qp_session_of(lua_State *L);

/* Start for L's state. Returns. NULL, or what went wrong. */
const char *qp_session_start(lua_State *L, const struct qp_session_start *how);

/* End it, if it runs: when no other session does, the library shows and completes its data. */
void qp_session_stop(struct qp_session *s, lua_State *L);

#endif
