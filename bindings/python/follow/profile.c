#include "bindings/python/follow/events.h"

#include <opcode.h>

#include "bindings/python/follow/await.h"
#include "bindings/python/follow/fork.h"
#include "bindings/python/follow/gil.h"
#include "bindings/python/follow/locks.h"
#include "bindings/python/follow/start.h"
#include "bindings/python/follow/thread.h"
#include "bindings/python/frames/coroutine.h"
#include "bindings/python/functions/function.h"
#include "bindings/python/inside/record.h"
#include "bindings/python/tasks/greenlet.h"
#include "bindings/python/tasks/uvloop.h"

static bool begun; /* the program's own code has begun */

/* ---- Python functions -------------------------------------------------------------------------------------------- */

/* Return whether a coroutine's frame that is left with this result yields to its awaiter. What an asynchronous
 * generator produces is no such yield. */
static bool awaits(PyFrameObject *frame, PyObject *result)
{
    return result && !Py_IS_TYPE(result, &_PyAsyncGenWrappedValue_Type) &&
           qpy_record_instruction(frame).code == YIELD_VALUE;
}

/* A frame is identified by the address of its frame object, which exists as long as the frame. */
static void enter(struct qpy_stack *stack, PyFrameObject *frame)
{
    struct qpy_function *function = qpy_function_of_code(qpy_record_code(frame), frame);
    if (!function)
        return;
    if (__builtin_expect(function->hook != NULL, false) && function->hook->called)
        function->hook->called(frame);
    if (function->kind >= QPY_AWAITABLE) {
        if (PyFrame_GetLasti(frame) <= function->start)
            qpy_coroutine_enter(stack, frame, function, qpy_is_awaited(frame));
        else
            qpy_await_resume(stack, frame, function, qpy_record_instruction(frame).code != RESUME);
    } else if (function->left_out && function->kind != QPY_CALLBACK_RESULT) {
        return;
    } else if (function->kind == QPY_RESULT || PyFrame_GetLasti(frame) <= function->start) {
        qpy_stack_enter(stack, frame, function);
    } else {
        qpy_stack_follow(stack, frame, function);
    }
}

/* Record that a frame returns or yields this result, or raises an exception if the result is NULL. */
static void leave(struct qpy_stack *stack, PyFrameObject *frame, PyObject *result)
{
    bool is_known = stack->top->call == frame;
    const struct qpy_function *function = is_known ? stack->top->function : qpy_function_known(qpy_record_code(frame));
    if (!function)
        return;
    if (function->kind >= QPY_AWAITABLE && awaits(frame, result))
        qpy_coroutine_yield(stack, frame);
    else if (is_known || !function->left_out || function->kind >= QPY_AWAITABLE)
        qpy_stack_leave(stack, frame);
}

/* Record the first event of a thread. In most threads it is the call of the first function, but the recording may also
 * begin, or continue after the program's own profiling, in the middle. */
static void arrive(struct qpy_thread *thread, PyFrameObject *frame, int what)
{
    qpy_thread_arrives(thread, frame);
    qpy_greenlet_thread_begins();
    qpy_start_follow(thread->stacks.current, what == PyTrace_CALL ? qpy_record_caller(frame) : frame);
}

/* ---- C functions ------------------------------------------------------------------------------------------------- */

/* Return the identity of the C function that a frame calls. A frame calls one C function at a time. */
static const void *c_call(PyFrameObject *caller)
{
    return (char *)caller + 1;
}

static void enter_c(struct qpy_stack *stack, PyFrameObject *caller, PyObject *callable)
{
    if (!PyCFunction_Check(callable))
        return;
    struct qpy_function *function = qpy_function_of_c((PyCFunctionObject *)callable);
    if (function)
        qpy_stack_enter(stack, c_call(caller), function);
}

static void leave_c(struct qpy_stack *stack, PyFrameObject *caller)
{
    if (stack->top->call == c_call(caller))
        qpy_stack_pop(stack);
}

/* ---- events ------------------------------------------------------------------------------------------------------ */

static int profile(PyObject *self, PyFrameObject *frame, int what, PyObject *argument)
{
    struct qpy_thread *thread = (struct qpy_thread *)self;
    if (__builtin_expect(!begun, false)) {
        if (what != PyTrace_CALL || !qpy_start_is_program(frame))
            return 0;
        begun = true;
    }
    if (__builtin_expect(qpy_threads_have_changed(), false))
        qpy_threads_follow();
    if (__builtin_expect(!thread->has_events, false))
        arrive(thread, frame, what);
    qpy_gil_held(&thread->stacks);
    struct qpy_stack *stack = thread->stacks.current;
    switch (what) {
    case PyTrace_CALL:
        enter(stack, frame);
        break;
    case PyTrace_RETURN:
        leave(stack, frame, argument);
        break;
    case PyTrace_C_CALL:
        enter_c(stack, frame, argument);
        break;
    case PyTrace_C_RETURN:
    case PyTrace_C_EXCEPTION:
        leave_c(stack, frame);
        break;
    default:
        break;
    }
    return 0;
}

bool qpy_events_begin(bool runs)
{
    if (!qpy_threads_begin(profile))
        return false;
    begun = begun || runs;
    qpy_fork_begin();
    qpy_locks_begin();
    if (runs) {
        qpy_greenlets_begin();
        qpy_uvloop_begin();
    }
    qpy_threads_follow();
    return true;
}

void qpy_events_stop(void)
{
    qpy_threads_leave();
    qpy_gil_forget(NULL);
    qpy_stacks_forget();
    qpy_greenlets_end();
    qpy_coroutine_forget_all();
}

void qpy_events_end(void)
{
    qpy_threads_end();
}
