/* switch.h - which virtual thread runs on a stack, and what the library knows of its frames. All calls require the GIL.
 */
#pragma once

#include "bindings/python/frames/stack.h"

/* Outermost coroutine of a task. While it runs, its frames are on a stack, from `base` on. */
struct qpy_coroutine {
    VthreadID thread;
    struct qpy_function *function; /* its own function; NULL = unknown */
    uint64_t outermost;            /* identity of its own frame, by which it is found */
    struct qpy_coroutine *resumer; /* the one that was running on the stack when this one was resumed, NULL = none */
    struct qpy_frame *frames;      /* frames while it does not run */
    size_t count;
    size_t base;         /* depth of its own frame on the stack while it runs, 0 = it does not run */
    unsigned generation; /* value of qpy_switch_generation when its frames were reported */

    /* After its end (ended.h): */
    unsigned uses;                 /* number of callbacks, and stacks, for which it is kept */
    const struct qpy_stack *stack; /* stack to which it was attributed last */
};

/* Number of times that the library has lost the open frames. */
extern unsigned qpy_switch_generation;

/* Return the virtual thread that runs on the stack, 0 = the system thread itself. */
VthreadID qpy_switch_running(const struct qpy_stack *stack);

/* In the library only, pop the frames above `below`. */
void qpy_switch_leave(const struct qpy_frame *top, const struct qpy_frame *below);

/* In the library only, push the frames above `below` again. */
void qpy_switch_follow(const struct qpy_frame *below, const struct qpy_frame *top);

/* In the library only, pop all frames of what runs on the calling thread. */
void qpy_switch_empty(void);

/* In the library only, switch from one virtual thread to another. 0 = the system thread itself. */
void qpy_switch_threads(VthreadID from, int reason, VthreadID to);

/* Run a coroutine on the stack. Its frames are suspended until each of them is resumed. */
void qpy_switch_run(struct qpy_stack *stack, struct qpy_coroutine *coroutine);

/* Suspend the running coroutine, which yields to the event loop. */
void qpy_switch_suspend(struct qpy_stack *stack);

/* Switch to another stack of the thread, which belongs to a greenlet. If `resumes` is true, the stack that is left
 * waits until the other one ends or switches back. A stack without a virtual thread that is not the thread's own lies
 * on top of the thread's own stack while it runs. */
void qpy_switch_stacks(struct qpy_stacks *stacks, struct qpy_stack *to, bool resumes);
