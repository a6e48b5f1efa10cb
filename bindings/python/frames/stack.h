/* stack.h - the open frames of a thread, and the events that push and pop them.
 *
 * CPython reports an exit for each frame, but no entry for frames that were open when the recording began, nor for a
 * frame in which a signal handler raises an exception at once. So each frame has an identity, `call`: the address of
 * CPython's own record of the frame, which exists as long as the frame. The library numbers its frames itself. All
 * calls require the GIL. */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <time.h>

#include "bindings/python/functions/function.h"

struct qpy_frame {
    const void *call; /* identity of the frame */
    struct qpy_function *function;
    bool awaited;   /* a coroutine below waits for this frame (coroutine.h) */
    bool suspended; /* the frame has yielded to its awaiter, and remains open */
};

struct qpy_stack {
    struct qpy_frame *top;       /* top frame; equal to `bottom` if there are no frames */
    struct qpy_frame *bottom;    /* sentinel below all frames, without an identity */
    struct qpy_frame *end;       /* end of the allocated memory */
    VthreadID thread;            /* virtual thread of the frames (a greenlet), 0 = the system thread itself */
    struct qpy_coroutine *inner; /* the innermost running coroutine that is a virtual thread, NULL = none */
    VthreadID ended;             /* ended coroutine to which wake-ups are attributed (ended.h), 0 = none */
};

/* The stacks of a system thread. */
struct qpy_stacks {
    struct qpy_stack own;      /* frames of the thread itself */
    struct qpy_stack *current; /* frames that run now: `own`, or those of a greenlet */
    uint64_t gil_lost;         /* moment in which another thread had taken the GIL (gil.h), 0 = nothing to record */
    uint64_t cpu_then;         /* reading of the thread's CPU clock in that moment */
    clockid_t cpu_clock;
};

/* Stacks of the calling thread, NULL = no event was reported yet, or the thread is not followed. */
extern __thread struct qpy_stacks *qpy_stacks_here __attribute__((tls_model("initial-exec")));

/* Set the stacks of the calling thread. */
void qpy_stacks_arrive(struct qpy_stacks *stacks);

/* Forget the stacks of all threads: for each of them, qpy_stacks_here is NULL. */
void qpy_stacks_forget(void);

/* This is the child of a fork: forget all threads but the calling one. */
void qpy_stacks_forked(void);

/* Initialize an empty stack of this virtual thread. */
void qpy_stack_init(struct qpy_stack *stack, VthreadID thread);
void qpy_stack_fini(struct qpy_stack *stack);

static inline size_t qpy_stack_depth(const struct qpy_stack *stack)
{
    return (size_t)(stack->top - stack->bottom);
}

/* Double the memory of the stack, to push a frame of this function. The first function names a greenlet. Return false
 * if out of memory; then a lost call is noted. */
bool qpy_stack_grow(struct qpy_stack *stack, const struct qpy_function *function);

/* Push a frame without an event. Return false if out of memory; then the frame is not recorded. */
static inline bool qpy_stack_push(struct qpy_stack *stack, const void *call, struct qpy_function *function)
{
    if (__builtin_expect(stack->top + 1 == stack->end, false) && !qpy_stack_grow(stack, function))
        return false;
    *++stack->top = (struct qpy_frame){call, function, false, false};
    return true;
}

/* In the library only, push and pop a frame of a function whose call was counted before. */
static inline void qpy_function_follow(struct qpy_function *function)
{
    if (function->left_out)
        return;
    qpy_function_define(function);
    kit_library.qii.follow_method(function->known.id);
}

static inline void qpy_function_leave(const struct qpy_function *function)
{
    if (!function->left_out)
        kit_library.qii.leave_method(function->known.id);
}

/* Record the call of a function. Return false if out of memory. Frames of functions that the user excludes are on the
 * stack, but not reported. */
static inline bool qpy_stack_enter(struct qpy_stack *stack, const void *call, struct qpy_function *function)
{
    if (!qpy_stack_push(stack, call, function))
        return false;
    if (function->left_out)
        return true;
    qpy_function_define(function);
    kit_library.qii.enter_method(function->known.id);
    return true;
}

/* Record a frame whose call was counted before, or began before the recording: a generator is resumed, for example.
 * Return false if out of memory. */
static inline bool qpy_stack_follow(struct qpy_stack *stack, const void *call, struct qpy_function *function)
{
    if (!qpy_stack_push(stack, call, function))
        return false;
    qpy_function_follow(function);
    return true;
}

/* Record that the top frame is left, whether its function returned, raised an exception or yielded. */
static inline void qpy_stack_pop(struct qpy_stack *stack)
{
    const struct qpy_function *function = stack->top->function;
    stack->top--;
    qpy_function_leave(function);
}

/* Return the newest frame with this identity, NULL if no frame has it. */
struct qpy_frame *qpy_stack_find(const struct qpy_stack *stack, const void *call);
