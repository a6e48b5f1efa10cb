#include "bindings/python/follow/thread.h"

#include <string.h>
#include <unistd.h>

#include "bindings/kit/hashmap.h"
#include "bindings/python/follow/gil.h"
#include "bindings/python/follow/start.h"
#include "bindings/python/frames/coroutine.h"
#include "bindings/python/frames/ended.h"
#include "bindings/python/functions/replaced.h"

PyInterpreterState *qpy_threads_interpreter;
uint64_t qpy_threads_newest;
static Py_tracefunc profile_function; /* NULL = no thread is followed */

/* ---- a thread's own profile function ----------------------------------------------------------------------------- */

static bool replaces;           /* we set a profile function now */
static struct kit_hashmap lost; /* states of the threads whose profile function the program has replaced */
static __thread bool is_lost;   /* the calling thread is one of them */

static bool is_foreign(const PyThreadState *state)
{
    return state->c_profilefunc && state->c_profilefunc != profile_function;
}

/* Note that calls are missing, because the program has or had a profile function in this thread. Until it removes the
 * function, the open frames have the time of all that they call. */
static void note_gap(PyThreadState *state)
{
    kit_hashmap_remove(&lost, (uintptr_t)state);
    qpy_note_lost("calls during the program's own profiling",
                  "Python 3.11 allows one profile function in a thread (sys.setprofile)");
}

static bool hides; /* events of the main thread are held back until it runs pending calls */

/* Return whether the calling thread runs pending calls, right after the C function that is running now. */
static bool is_main_thread(void)
{
    return gettid() == getpid();
}

static int follow_later(void *data)
{
    (void)data;
    if (hides)
        PyThreadState_LeaveTracing(PyThreadState_Get());
    hides = false;
    qpy_threads_follow();
    return 0;
}

/* The C function that replaces our profile function was called with an event for us. Its return would be an event for
 * the program's function, which does not expect it: profile.py raises AssertionError. */
static void hide_return(PyThreadState *state)
{
    if (hides || !is_main_thread())
        return;
    hides = Py_AddPendingCall(follow_later, NULL) == 0;
    if (hides)
        PyThreadState_EnterTracing(state);
}

/* The program changes a profile function. If it removes its own, we continue; but only after the change. */
static int audit(const char *event, PyObject *arguments, void *data)
{
    (void)arguments;
    (void)data;
    if (replaces || strcmp(event, "sys.setprofile") != 0 || _Py_IsFinalizing())
        return 0;
    PyThreadState *state = PyThreadState_Get();
    if (is_foreign(state) && kit_hashmap_get(&lost, (uintptr_t)state))
        note_gap(state);
    Py_AddPendingCall(follow_later, NULL);
    return 0;
}

/* The program replaces our profile function in the calling thread. CPython does not tell by what: a program that sets
 * None, as gevent does in its threads, has no profiler. This is found out when the threads are followed next. Audit
 * hooks make some functions slower, so ours is set only in programs that set profile functions. */
static void lose(PyThreadState *state)
{
    static bool waits;
    is_lost = true;
    if (kit_hashmap_put(&lost, (uintptr_t)state, state) != 0)
        note_gap(state);
    if (!waits)
        waits = PySys_AddAuditHook(audit, NULL) == 0;
    qpy_threads_newest = 0;
    hide_return(state);
    PyErr_Clear();
}

/* ---- the object of a thread -------------------------------------------------------------------------------------- */

/* Return whether the program replaces our profile function in the thread, and the thread does not just end: at its end,
 * CPython clears the thread's dictionary first. Whether there is a frame is no sign, because a thread with greenlets
 * may end with one. */
static bool is_replaced(const struct qpy_thread *thread)
{
    return thread->has_events && pthread_equal(thread->system_thread, pthread_self()) && !_Py_IsFinalizing() &&
           PyThreadState_Get()->dict;
}

static void thread_freed(PyObject *self)
{
    struct qpy_thread *thread = (struct qpy_thread *)self;
    if (is_replaced(thread))
        lose(PyThreadState_Get());
    if (qpy_stacks_here == &thread->stacks)
        qpy_stacks_here = NULL;
    qpy_gil_forget(&thread->stacks);
    qpy_ended_forget_stack(&thread->stacks.own);
    qpy_stack_fini(&thread->stacks.own);
    PyObject_Free(self);
}

static void set(PyThreadState *state, PyObject *thread)
{
    PyObject *type, *value, *traceback;
    PyErr_Fetch(&type, &value, &traceback);
    replaces = true;
    if (_PyEval_SetProfile(state, thread ? profile_function : NULL, thread) != 0)
        PyErr_Clear();
    replaces = false;
    PyErr_Restore(type, value, traceback);
}

/* The program has saved sys.getprofile(), which is our object, and now restores it by sys.setprofile: CPython calls it
 * at each event like a function in Python. Become the profile function again. */
static PyObject *restored(PyObject *self, PyObject *arguments, PyObject *names)
{
    (void)arguments;
    (void)names;
    struct qpy_thread *thread = (struct qpy_thread *)self;
    if (&thread->stacks == qpy_stacks_here && profile_function) {
        is_lost = true;
        note_gap(PyThreadState_Get());
        thread->has_events = false;
        set(PyThreadState_Get(), self);
    }
    Py_RETURN_NONE;
}

static PyTypeObject thread_type = {
    PyVarObject_HEAD_INIT(NULL, 0).tp_name = "qii.recorder",
    .tp_doc = "The profile function of qii in one thread.",
    .tp_basicsize = sizeof(struct qpy_thread),
    .tp_flags = Py_TPFLAGS_DEFAULT,
    .tp_dealloc = thread_freed,
    .tp_call = restored,
};

/* Set our profile function in a thread that has none. */
static void follow(PyThreadState *state)
{
    struct qpy_thread *thread = PyObject_New(struct qpy_thread, &thread_type);
    if (!thread) {
        qpy_note_lost("a thread", "not enough memory");
        return;
    }
    qpy_stack_init(&thread->stacks.own, 0);
    thread->stacks.current = &thread->stacks.own;
    thread->has_events = false;
    set(state, (PyObject *)thread);
    Py_DECREF(thread);
}

void qpy_threads_follow(void)
{
    PyThreadState *state = PyInterpreterState_ThreadHead(qpy_threads_interpreter);
    qpy_threads_newest = state->id;
    for (; state && profile_function; state = PyThreadState_Next(state)) {
        bool was_lost = lost.count > 0 && kit_hashmap_get(&lost, (uintptr_t)state);
        if (was_lost && is_foreign(state))
            note_gap(state);
        else if (was_lost)
            kit_hashmap_remove(&lost, (uintptr_t)state);
        if (!state->c_profilefunc)
            follow(state);
    }
    PyErr_Clear();
}

static PyCFunction set_profile_of_python;

/* This is sys.setprofile. A program that has no profile function and removes it, as gevent does in its threads, removes
 * nothing. If it removes its own in a thread that runs no pending calls, continue at once. */
static PyObject *set_profile(PyObject *module, PyObject *function)
{
    PyThreadState *state = PyThreadState_Get();
    bool removes = function == Py_None && profile_function;
    if (removes && state->c_profilefunc == profile_function) {
        if (PySys_Audit("sys.setprofile", NULL) < 0)
            return NULL;
        Py_RETURN_NONE;
    }
    PyObject *result = set_profile_of_python(module, function);
    if (result && removes && !is_main_thread())
        qpy_threads_follow();
    return result;
}

bool qpy_threads_begin(Py_tracefunc profile)
{
    profile_function = profile;
    qpy_threads_interpreter = PyInterpreterState_Get();
    if (!set_profile_of_python)
        set_profile_of_python = qpy_replaced(PySys_GetObject("setprofile"), "sys.setprofile", METH_O, set_profile);
    PyErr_Clear(); /* if the program has replaced it, threads that call it are followed later */
    return PyType_Ready(&thread_type) == 0;
}

void qpy_threads_leave(void)
{
    Py_tracefunc ours = profile_function;
    PyThreadState *state = ours ? PyInterpreterState_ThreadHead(qpy_threads_interpreter) : NULL;
    profile_function = NULL;
    for (; state; state = PyThreadState_Next(state)) {
        if (state->c_profilefunc != ours)
            continue;
        ((struct qpy_thread *)state->c_profileobj)->has_events = false; /* so that it is not taken for replaced */
        set(state, NULL);
    }
}

void qpy_threads_end(void)
{
    for (size_t i = 0; lost.count > 0 && i < lost.room;)
        if (lost.slots[i].value)
            note_gap(lost.slots[i].value); /* removes it; the slot may then have another one */
        else
            i++;
}

/* ---- the first event --------------------------------------------------------------------------------------------- */

void qpy_thread_arrives(struct qpy_thread *thread, PyFrameObject *frame)
{
    if (is_lost)
        qpy_coroutine_forget(thread->stacks.current); /* which frames are still open is not known */
    is_lost = false;
    thread->has_events = true;
    thread->system_thread = pthread_self();
    PyThreadState_GetDict(); /* creates it, for is_replaced */
    qpy_stacks_arrive(&thread->stacks);
    qpy_start_thread(frame);
}
