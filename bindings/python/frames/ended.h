/* ended.h - wake-ups on behalf of tasks that have ended.
 *
 * When a task ends, the event loop wakes its awaiter and calls its done-callbacks, outside of any task. These wake-ups
 * are attributed to the ended task, and so are those of done-callbacks that such a callback causes. The task's virtual
 * thread therefore stays runnable until the last of these callbacks has returned. A callback that runs another event
 * loop loses the attribution. All calls require the GIL. */
#pragma once

#include "bindings/python/frames/switch.h"

/* Record the end of a coroutine. Its frames have been popped, and its resumer runs on the stack. If the event loop
 * called the coroutine, what happens next on the stack is attributed to it, until qpy_ended_release. */
void qpy_ended_begin(struct qpy_stack *stack, struct qpy_coroutine *coroutine);

/* Return whether wake-ups on the stack are attributed to an ended coroutine. */
bool qpy_ended_is_behind(const struct qpy_stack *stack);

/* Record a done-callback that is scheduled on behalf of the stack's ended coroutine. */
void qpy_ended_schedule(struct qpy_stack *stack, const void *callback);

/* Return whether there are such callbacks. */
bool qpy_ended_has_scheduled(void);

/* Forget a callback that was never called. Its address may belong to a new callback. */
void qpy_ended_forget(const void *callback);

/* Record that the event loop calls a callback. Wake-ups on the stack are attributed to the coroutine on whose behalf it
 * was scheduled, if there is one. */
void qpy_ended_run_callback(struct qpy_stack *stack, const void *callback);

/* End the attribution: the callback has returned. */
void qpy_ended_release(struct qpy_stack *stack);

/* End the attribution, and forget the callbacks of coroutines that ended on this stack: they may never be called. */
void qpy_ended_forget_stack(struct qpy_stack *stack);

/* In the library only, switch to the stack's ended coroutine, with `function` on top, and back. */
void qpy_ended_enter(const struct qpy_stack *stack, struct qpy_function *function);
void qpy_ended_leave(const struct qpy_stack *stack, const struct qpy_function *function);

/* Return the function to which a wake-up is attributed: the ended coroutine's own function if the event loop caused the
 * wake-up, or else the one that caused it. Return NULL if wake-ups on the stack are not attributed to a coroutine. */
struct qpy_function *qpy_ended_waker(const struct qpy_stack *stack, struct qpy_function *caused);

/* Forget all coroutines, because the recording ends or because this is the child of a fork. */
void qpy_ended_forget_all(void);
