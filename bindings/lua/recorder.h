/* recorder.h - what all Lua states of the process share: the library, and the functions it was told of.
 *
 * The first session loads and starts the library, others join it, the last one ends it. The lock is recursive: what
 * runs with it may collect garbage, and finalizers run coroutines that are recorded. */
#ifndef QP_LUA_RECORDER_H
#define QP_LUA_RECORDER_H

#include <pthread.h>
#include <stdbool.h>

#include <lua.h>

#include "function.h"
#include "qii_load.h"

struct qp_session;
struct qp_session_start;

struct qp_recorder {
    struct qii qii;
    char *library;   /* name or path that qii was loaded by, NULL = none yet */
    int users;       /* sessions that run */
    bool lines;      /* the library wants to know of lines */
    bool line_times; /* and times them, as libqprof does */
    bool branches;   /* functions are registered with theirs */
    struct qp_functions functions;
    VthreadID last_coroutine; /* running number */
    struct qp_session *sessions;
};

extern struct qp_recorder qp_recorder;

void qp_recorder_lock(void);
void qp_recorder_unlock(void);

/* Call function with argument as light userdata, in protected mode and with the lock. What it raises is gone. Returns.
 * Whether it came to its end. */
bool qp_recorder_call(lua_State *L, lua_CFunction function, void *argument);

/* Load and start the library as a session asks for, or join those that use it; branches says whether they can be
 * counted. Returns. NULL, or what went wrong. */
const char *qp_recorder_join(const struct qp_session_start *how, bool branches);

/* A session ends; the library with the last one. Returns. Whether others record on. */
bool qp_recorder_leave(struct qp_session *s);

/* A number for a virtual thread. */
VthreadID qp_recorder_number(void);

#endif
