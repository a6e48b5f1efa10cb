#include "bindings/python/follow/profile.h"

#include <opcode.h>
#include <stdlib.h>

#include "bindings/python/frames/coroutine.h"
#include "bindings/python/follow/fork.h"
#include "bindings/python/follow/locks.h"
#include "bindings/python/follow/thread.h"
#include "bindings/python/functions/function.h"
#include "bindings/python/tasks/greenlet.h"

static bool begun; /* the program's own code has begun */

/* ---- coroutines -------------------------------------------------------------------------------------------------- */

/* Return the code of a frame, which has another reference. */
static PyCodeObject *code_of(PyFrameObject *frame)
{
    PyCodeObject *code = PyFrame_GetCode(frame);
    Py_DECREF(code);
    return code;
}

/* Return the instruction at which a frame is. Neither of the instructions that matter here has a specialized form in
 * CPython 3.11. */
static int instruction_of(PyFrameObject *frame)
{
    return _Py_OPCODE(_PyCode_CODE(code_of(frame))[PyFrame_GetLasti(frame) / (int)sizeof(_Py_CODEUNIT)]);
}

/* Return the frame that awaits a coroutine's frame, NULL if none does. It is at SEND, or if an exception is thrown into
 * the innermost of several coroutines, still at YIELD_VALUE. */
static PyFrameObject *awaiter_of(PyFrameObject *frame)
{
    const int flags = CO_COROUTINE | CO_ASYNC_GENERATOR | CO_ITERABLE_COROUTINE | CO_GENERATOR;
    PyFrameObject *caller = qpy_frame_caller(frame);
    if (!caller || !(code_of(caller)->co_flags & flags))
        return NULL;
    int instruction = instruction_of(caller);
    return instruction == SEND || instruction == YIELD_VALUE ? caller : NULL;
}

static void resume(struct qpy_stack *stack, PyFrameObject *frame, struct qpy_function *function)
{
    if (qpy_coroutine_resume(stack, frame))
        return;
    PyFrameObject *outermost = frame;
    for (PyFrameObject *awaiter = awaiter_of(frame); awaiter; awaiter = awaiter_of(awaiter))
        outermost = awaiter;
    if (!qpy_coroutine_run(stack, outermost) || !qpy_coroutine_resume(stack, frame))
        qpy_coroutine_follow(stack, frame, function, outermost != frame);
}

/* Return whether a coroutine's frame that is left with this result yields to its awaiter. What an asynchronous
 * generator produces is no such yield. */
static bool awaits(PyFrameObject *frame, PyObject *result)
{
    return result && !Py_IS_TYPE(result, &_PyAsyncGenWrappedValue_Type) && instruction_of(frame) == YIELD_VALUE;
}

/* ---- Python functions -------------------------------------------------------------------------------------------- */

/* A frame is identified by the address of its frame object, which exists as long as the frame. */
static void enter(struct qpy_stack *stack, PyFrameObject *frame)
{
    struct qpy_function *function = qpy_function_of_code(code_of(frame), frame);
    if (!function)
        return;
    if (__builtin_expect(function->hook != NULL, false) && function->hook->called)
        function->hook->called(frame);
    if (function->kind >= QPY_AWAITABLE) {
        if (PyFrame_GetLasti(frame) <= function->start)
            qpy_coroutine_enter(stack, frame, function, awaiter_of(frame) != NULL);
        else
            resume(stack, frame, function);
    } else if (function->left_out) {
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
    const struct qpy_function *function = is_known ? stack->top->function : qpy_function_known(code_of(frame));
    if (!function)
        return;
    if (function->kind >= QPY_AWAITABLE && awaits(frame, result))
        qpy_coroutine_yield(stack, frame);
    else if (is_known || !function->left_out || function->kind >= QPY_AWAITABLE)
        qpy_stack_leave(stack, frame);
}

/* Record a frame that is open already, without counting a call. */
static void follow(struct qpy_stack *stack, PyFrameObject *frame)
{
    struct qpy_function *function = qpy_function_of_code(code_of(frame), frame);
    if (function && !function->left_out)
        qpy_stack_follow(stack, frame, function);
}

/* Record that a frame and all its callers are open already. If out of memory, record none of them. */
static void follow_all(struct qpy_stack *stack, PyFrameObject *newest)
{
    size_t depth = 0;
    for (PyFrameObject *frame = newest; frame; frame = qpy_frame_caller(frame))
        depth++;
    PyFrameObject **frames = depth ? malloc(depth * sizeof(PyFrameObject *)) : NULL;
    if (!frames)
        return;
    depth = 0;
    for (PyFrameObject *frame = newest; frame; frame = qpy_frame_caller(frame))
        frames[depth++] = frame;
    while (depth)
        follow(stack, frames[--depth]);
    free(frames);
}

/* Record the first event of a thread. In most threads it is the call of the first function, but the recording may also
 * begin, or continue after the program's own profiling, in the middle. */
static void arrive(struct qpy_thread *thread, PyFrameObject *frame, int what)
{
    qpy_thread_arrives(thread, frame);
    qpy_greenlet_thread_begins();
    follow_all(thread->stacks.current, what == PyTrace_CALL ? qpy_frame_caller(frame) : frame);
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
    if (function && !function->left_out)
        qpy_stack_enter(stack, c_call(caller), function);
}

static void leave_c(struct qpy_stack *stack, PyFrameObject *caller)
{
    if (stack->top->call == c_call(caller))
        qpy_stack_pop(stack);
}

/* ---- events ------------------------------------------------------------------------------------------------------ */

/* Return whether the program begins with this call. Before it, the interpreter runs its own code: the module site and
 * the search for the program. A script and the code of -c run as a module without a caller; runpy runs modules (-m),
 * directories and archives. */
static bool begins(PyFrameObject *frame, int what)
{
    if (what != PyTrace_CALL || qpy_frame_caller(frame))
        return false;
    PyCodeObject *code = PyFrame_GetCode(frame);
    bool is_program = PyUnicode_CompareWithASCIIString(code->co_qualname, "<module>") == 0 ||
                      PyUnicode_CompareWithASCIIString(code->co_qualname, "_run_module_as_main") == 0;
    Py_DECREF(code);
    return is_program;
}

static int profile(PyObject *self, PyFrameObject *frame, int what, PyObject *argument)
{
    struct qpy_thread *thread = (struct qpy_thread *)self;
    if (__builtin_expect(!begun, false)) {
        if (!begins(frame, what))
            return 0;
        begun = true;
    }
    if (__builtin_expect(qpy_threads_have_changed(), false))
        qpy_threads_follow();
    if (__builtin_expect(!thread->has_events, false))
        arrive(thread, frame, what);
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

bool qpy_profile_begin(bool runs)
{
    if (!qpy_threads_begin(profile))
        return false;
    begun = begun || runs;
    qpy_fork_begin();
    qpy_locks_begin();
    if (runs)
        qpy_greenlets_begin();
    qpy_threads_follow();
    return true;
}

void qpy_profile_stop(void)
{
    qpy_threads_leave();
    qpy_greenlets_end();
    qpy_coroutine_forget_all();
}

void qpy_profile_end(void)
{
    qpy_threads_end();
}
