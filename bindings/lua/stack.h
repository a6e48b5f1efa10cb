/* stack.h - the frames of a coroutine as they were reported, each known by its CallInfo (lua_Debug.i_ci).
 *
 * Errors leave frames without a return event, so what is on top here may be gone: before anything is reported,
 * the stack is unwound to the frame that Lua says is the one below. A CallInfo belongs to a depth, and a frame that
 * left unseen is unwound before its CallInfo can serve again, so the address is enough. */
#ifndef QP_LUA_STACK_H
#define QP_LUA_STACK_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include <lua.h>

#include "qii_load.h"

struct qp_coroutine;
struct qp_function;
struct qp_session;

struct qp_stack_frame {
    const void *call;             /* its CallInfo */
    struct qp_function *function; /* NULL = silent; those are at the bottom */
    int block; /* of the line that runs, -1 = none yet; where branches are counted, the instruction */
    int test;  /* number of the test whose outcome is not known yet, 0 = none */
};

struct qp_stack {
    struct qp_stack_frame *top;    /* bottom when there is none */
    struct qp_stack_frame *bottom; /* below all frames: a silent one that nothing calls */
    struct qp_stack_frame *end;
    /* Calls from a top in the span from here on are far from the end of Lua's stack, and find memory here. */
    struct qp_stack_frame *low;
    size_t span; /* in bytes */
};

void qp_stack_init(struct qp_stack *stack);

static inline bool qp_stack_is_sure(const struct qp_stack *stack)
{
    return (size_t)((const char *)stack->top - (const char *)stack->low) < stack->span;
}

static inline int qp_stack_depth(const struct qp_stack *stack)
{
    return (int)(stack->top - stack->bottom);
}

/* What the library knows a frame by. */
static inline qprof_StackID qp_stack_id(const struct qp_stack_frame *frame)
{
    return frame->function ? (qprof_StackID)(uintptr_t)frame->call : 0;
}

/* Pop until the frame of this CallInfo is on top; NULL pops all. Returns false, with nothing popped, when there is no
 * such frame. */
bool qp_stack_unwind(struct qp_session *s, struct qp_coroutine *co, const void *call);

/* Where returns are not told: the frame of this CallInfo is on top, or those above it have returned since. Returns
 * false, with nothing popped, when that takes a look at Lua's own stack. */
bool qp_stack_return(const struct qp_session *s, struct qp_coroutine *co, const void *call);

void qp_stack_push(struct qp_session *s, struct qp_coroutine *co, const void *call, struct qp_function *function);
void qp_stack_pop(struct qp_session *s, struct qp_coroutine *co);

/* A tail call: the function takes the place of the one on top. */
void qp_stack_replace(struct qp_session *s, struct qp_coroutine *co, struct qp_function *function);

/* Charge the time since the last event to the line that runs, where lines are timed. */
void qp_stack_charge(struct qp_session *s, struct qp_coroutine *co);

/* Make the frame at a level of L the one on top: unwind to it, or, when events were missed, put the frames that are
 * there in place without counting them as calls. */
void qp_stack_follow(struct qp_session *s, struct qp_coroutine *co, int level);

/* The frames that are open now are silent. */
void qp_stack_silence(struct qp_coroutine *co, lua_State *L);

void qp_stack_fini(struct qp_stack *stack);

#endif
