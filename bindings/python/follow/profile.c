#include "bindings/python/follow/profile.h"

#include <stdlib.h>

#include "bindings/python/follow/fork.h"
#include "bindings/python/follow/thread.h"
#include "bindings/python/functions/function.h"

static bool begun; /* the program's own code has begun */

/* ---- Python functions -------------------------------------------------------------------------------------------- */

/* A frame is identified by the address of its frame object, which exists as long as the frame. */
static void enter(struct qpy_thread *thread, PyFrameObject *frame)
{
    PyCodeObject *code = PyFrame_GetCode(frame);
    struct qpy_function *function = qpy_function_of_code(code, frame);
    Py_DECREF(code); /* the frame has another reference */
    if (!function || function->left_out)
        return;
    if (PyFrame_GetLasti(frame) <= function->start)
        kit_frames_push(&thread->frames, frame, &function->known);
    else /* a generator is resumed: this is no call */
        kit_frames_add(&thread->frames, frame, &function->known);
}

/* Pop the frame of a function that returned, raised an exception or yielded. The frame may be unknown: it was open when
 * the recording began, or a signal handler raised an exception before its entry was reported. */
static void leave(struct qpy_thread *thread, PyFrameObject *frame)
{
    struct kit_frames *frames = &thread->frames;
    if (frames->top->call == frame) {
        kit_frames_pop(frames);
        return;
    }
    PyCodeObject *code = PyFrame_GetCode(frame);
    const struct qpy_function *function = qpy_function_known(code);
    Py_DECREF(code);
    bool may_be_open = function && !function->left_out;
    struct kit_frame *found = may_be_open ? kit_frames_find(frames, frame) : NULL;
    if (found)
        kit_frames_pop_to(frames, found - 1);
}

/* Return the caller of a frame, NULL if there is none. It is open, so it needs no reference of ours. */
static PyFrameObject *caller_of(PyFrameObject *frame)
{
    PyFrameObject *caller = PyFrame_GetBack(frame);
    Py_XDECREF(caller);
    return caller;
}

/* Record a frame that is open already, without counting a call. */
static void follow(struct qpy_thread *thread, PyFrameObject *frame)
{
    PyCodeObject *code = PyFrame_GetCode(frame);
    struct qpy_function *function = qpy_function_of_code(code, frame);
    Py_DECREF(code);
    if (function && !function->left_out)
        kit_frames_add(&thread->frames, frame, &function->known);
}

/* Record that a frame and all its callers are open already. If out of memory, record none of them. */
static void follow_all(struct qpy_thread *thread, PyFrameObject *newest)
{
    size_t depth = 0;
    for (PyFrameObject *frame = newest; frame; frame = caller_of(frame))
        depth++;
    PyFrameObject **frames = depth ? malloc(depth * sizeof(PyFrameObject *)) : NULL;
    if (!frames)
        return;
    depth = 0;
    for (PyFrameObject *frame = newest; frame; frame = caller_of(frame))
        frames[depth++] = frame;
    while (depth)
        follow(thread, frames[--depth]);
    free(frames);
}

/* Record the first event of a thread. In most threads it is the call of the first function, but the recording may also
 * begin, or continue after the program's own profiling, in the middle. */
static void arrive(struct qpy_thread *thread, PyFrameObject *frame, int what)
{
    qpy_thread_arrives(thread, frame);
    follow_all(thread, what == PyTrace_CALL ? caller_of(frame) : frame);
}

/* ---- C functions ------------------------------------------------------------------------------------------------- */

/* Return the identity of the C function that a frame calls. A frame calls one C function at a time. */
static const void *c_call(PyFrameObject *caller)
{
    return (char *)caller + 1;
}

static void enter_c(struct qpy_thread *thread, PyFrameObject *caller, PyObject *callable)
{
    if (!PyCFunction_Check(callable))
        return;
    struct qpy_function *function = qpy_function_of_c((PyCFunctionObject *)callable);
    if (function && !function->left_out)
        kit_frames_push(&thread->frames, c_call(caller), &function->known);
}

static void leave_c(struct qpy_thread *thread, PyFrameObject *caller)
{
    if (thread->frames.top->call == c_call(caller))
        kit_frames_pop(&thread->frames);
}

/* ---- events ------------------------------------------------------------------------------------------------------ */

/* Return whether the program begins with this call. Before it, the interpreter runs its own code: the module site and
 * the search for the program. A script and the code of -c run as a module without a caller; runpy runs modules (-m),
 * directories and archives. */
static bool begins(PyFrameObject *frame, int what)
{
    if (what != PyTrace_CALL || caller_of(frame))
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
    switch (what) {
    case PyTrace_CALL:
        enter(thread, frame);
        break;
    case PyTrace_RETURN:
        leave(thread, frame);
        break;
    case PyTrace_C_CALL:
        enter_c(thread, frame, argument);
        break;
    case PyTrace_C_RETURN:
    case PyTrace_C_EXCEPTION:
        leave_c(thread, frame);
        break;
    default:
        break;
    }
    return 0;
}

bool qpy_profile_begin(void)
{
    if (!qpy_threads_begin(profile))
        return false;
    qpy_fork_begin();
    qpy_threads_follow();
    return true;
}
