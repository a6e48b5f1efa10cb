/* session.h - a run of the recorder for one Lua state: from start to stop.
 *
 * Words
 *   library    libqprof or libcprof, reached through qii_load.h
 *   function   what QII calls a method: a Lua prototype or a C function (function.h)
 *   coroutine  a Lua thread, a virtual thread to the library; the main thread too (coroutine.h)
 *   silent     a frame that was open before a program under `qii lua` began: the library never hears of it
 *
 * There is one session in a process, as there is one run of a library. */
#ifndef QP_LUA_SESSION_H
#define QP_LUA_SESSION_H

#include <stdbool.h>

#include <lua.h>

#include "function.h"
#include "map.h"
#include "qii_load.h"

struct qp_coroutine;

struct qp_session {
    struct qii qii;
    char *library;   /* name or path that qii was loaded by, NULL = none yet */
    bool running;    /* between start and stop */
    bool lines;      /* the library wants to know of lines */
    bool line_times; /* and times them, as libqprof does */
    lua_State *main; /* main thread of the state */
    struct qp_functions functions;
    struct qp_map coroutines;     /* by lua_State */
    struct qp_coroutine *current; /* the one that runs, or ran last */
    VthreadID last_coroutine;     /* running number */
    lua_CFunction sethook;        /* what debug.sethook and debug.gethook were before the start */
    lua_CFunction gethook;
};

/* How a session begins. */
struct qp_session_start {
    const char *library; /* name or path, as for qii_load */
    const char *options; /* "-name=value ..." */
    bool silent;         /* the frames that are open now are none of the program's */
};

/* The session of this process. */
struct qp_session *qp_session(void);

/* Start for L's state. Returns NULL, or what went wrong. */
const char *qp_session_start(struct qp_session *s, lua_State *L, const struct qp_session_start *how);

/* End it: the library shows and completes its data. */
void qp_session_stop(struct qp_session *s, lua_State *L);

#endif
