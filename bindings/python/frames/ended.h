/* ended.h - coroutines that have ended, and in whose name the event loop acts.
 *
 * When a task ends, the event loop wakes the task that awaits it, or calls the callbacks that wait for it, which wake
 * or create other tasks. All this happens outside of tasks. It is recorded as if the ended task did it, since its end
 * is the cause. So its virtual thread, which is runnable meanwhile, ends after the last of these callbacks. All calls
 * require the GIL. */
#pragma once

#include "bindings/python/frames/switch.h"

/* Record the end of a coroutine. Its frames have been popped, and its resumer runs on the stack. */
void qpy_ended_begin(struct qpy_stack *stack, struct qpy_coroutine *coroutine);

/* Record that functions on the stack schedule the callback with this identity: it will act in the same name. */
void qpy_ended_schedule(struct qpy_stack *stack, const void *callback);

/* Forget a callback that was never called, and at whose address there is another one now. */
void qpy_ended_forget(const void *callback);

/* Return whether any callbacks are scheduled that will act in the name of a coroutine. */
bool qpy_ended_has_scheduled(void);

/* The event loop calls a callback. If it acts in the name of a coroutine, so do the functions on the stack from now on.
 */
void qpy_ended_call(struct qpy_stack *stack, const void *callback);

/* Functions on the stack act in nobody's name any more: a callback of the event loop has returned, or another coroutine
 * runs. */
void qpy_ended_stop(struct qpy_stack *stack);

/* In the library only, let the coroutine in whose name functions on the stack act run `function`, and let it stop
 * again. */
void qpy_ended_enter(const struct qpy_stack *stack, struct qpy_function *function);
void qpy_ended_leave(const struct qpy_stack *stack, const struct qpy_function *function);

/* Forget all coroutines, because the recording ends or because this is the child of a fork. */
void qpy_ended_forget_all(void);
