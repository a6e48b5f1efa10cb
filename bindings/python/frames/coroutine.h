/* coroutine.h - coroutines as virtual threads.
 *
 * A coroutine that no other coroutine awaits is the outermost one of a task: it is a virtual thread. The coroutines
 * that it awaits run on this virtual thread's stack. Each of them yields in turn, from the innermost to the outermost,
 * until the outermost one yields to the event loop. They stay on the virtual thread's stack, so that a task waits in
 * the innermost coroutine, where it waits in the program's text. When the outermost coroutine is resumed, the virtual
 * thread runs again with all its frames, and the coroutines are resumed one after the other, from the outermost in.
 *
 * If an exception is thrown into a task, CPython passes it to the innermost coroutine directly. If that one yields
 * again, the outer ones have not run at all.
 *
 * All calls require the GIL. */
#pragma once

#include "bindings/python/frames/stack.h"

/* Record the call of a coroutine. If no coroutine awaits it, it becomes a virtual thread. */
void qpy_coroutine_enter(struct qpy_stack *stack, const void *call, struct qpy_function *function, bool awaited);

/* Record that a coroutine is resumed whose frame is on the stack: its virtual thread runs. Return false if it is not on
 * the stack. */
bool qpy_coroutine_resume(struct qpy_stack *stack, const void *call);

/* If this frame is that of a coroutine that is a virtual thread, and does not run, let it run. Return false if there is
 * no such virtual thread. */
bool qpy_coroutine_run(struct qpy_stack *stack, const void *outermost);

/* Record that an exception is thrown into a coroutine that was resumed. It has passed the frames that it awaited. If
 * they were closed, they are still on the stack: CPython closes the innermost one first, apart from the others. */
void qpy_coroutine_thrown(struct qpy_stack *stack, const void *call);

/* Record a coroutine that is resumed, but whose frame is on no stack, because it began before the recording. If no
 * coroutine awaits it, it becomes a virtual thread. */
void qpy_coroutine_follow(struct qpy_stack *stack, const void *call, struct qpy_function *function, bool awaited);

/* Record that a coroutine yields to its awaiter. A coroutine that is not on a virtual thread's stack, or whose awaiter
 * is no coroutine, is left like a generator. */
void qpy_coroutine_yield(struct qpy_stack *stack, const void *call);

/* Record that a frame is left for good, and with it all frames above it. The frame may be unknown. If a
 * frame runs a callback of the event loop, the attribution to an ended coroutine ends (ended.h). */
void qpy_coroutine_leave(struct qpy_stack *stack, const void *call);

static inline void qpy_stack_leave(struct qpy_stack *stack, const void *call)
{
    if (__builtin_expect(stack->top->call == call && stack->top->function->kind < QPY_CALLBACK_RESULT, true))
        qpy_stack_pop(stack);
    else
        qpy_coroutine_leave(stack, call);
}

/* Record that the coroutine with this frame and function can run when the event loop gets to it. If it is not known, it
 * is created: it will be a virtual thread. The function of the program that caused this is its creator, or wakes it. If
 * the event loop caused it, that is the callback that the loop calls, and `late` is the number of nanoseconds by which
 * the loop calls it too late. Return whether the coroutine is new. */
bool qpy_coroutine_ready(const void *outermost, struct qpy_function *function, uint64_t late);

/* Name what runs on the stack for reports: a coroutine that is a virtual thread, a greenlet, or the thread itself. */
void qpy_coroutine_name_running(const struct qpy_stack *stack, const char *name);

/* Forget all coroutines, because the recording ends. Their frames must not be on any stack. */
void qpy_coroutine_forget_all(void);

/* Rename a coroutine that was announced. */
void qpy_coroutine_rename(const void *outermost, const char *name);

/* Empty a stack, also in the library, because it is not known which frames are still open. Virtual threads get their
 * frames anew when they run again. */
void qpy_coroutine_forget(struct qpy_stack *stack);

/* Report the frames of the stack to a library that knows nothing of them: this is the child of a fork. */
void qpy_coroutine_report_again(const struct qpy_stack *stack);
