#include "bindings/python/tasks/asyncio.h"

#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "bindings/kit/strings.h"
#include "bindings/python/frames/coroutine.h"
#include "bindings/python/frames/ended.h"
#include "bindings/python/tasks/objects.h"

/* Return the object of a bound method, a new reference, NULL for other callables: methods of tasks in C are objects of
 * their own kind. */
static PyObject *self_of(PyObject *callback)
{
    static PyObject *name;
    if (!name)
        name = PyUnicode_InternFromString("__self__");
    if (PyMethod_Check(callback))
        return Py_NewRef(PyMethod_GET_SELF(callback));
    return PyFunction_Check(callback) || !name ? NULL : PyObject_GetAttr(callback, name);
}

/* Return whether an object is a task: asyncio.Task, or its version in Python that programs may derive classes from. */
static bool is_task(PyObject *object)
{
    static PyObject *types[2];
    if (!types[0]) {
        types[0] = qpy_imported_attribute("asyncio.tasks", "Task");
        types[1] = qpy_imported_attribute("asyncio.tasks", "_PyTask");
    }
    for (int i = 0; i < 2; i++)
        if (types[i] && PyType_Check(types[i]) && PyObject_TypeCheck(object, (PyTypeObject *)types[i]))
            return true;
    return false;
}

static qpy_record *frame_of_task(PyObject *task, struct qpy_function **function)
{
    static PyObject *get_coro;
    if (!get_coro)
        get_coro = PyUnicode_InternFromString("get_coro");
    PyObject *coroutine = get_coro ? PyObject_CallMethodNoArgs(task, get_coro) : NULL;
    qpy_record *frame = coroutine ? qpy_coroutine_frame(coroutine, function) : NULL;
    Py_XDECREF(coroutine); /* the task keeps it */
    return frame;
}

/* If the program has chosen a task's name, add it to that of the coroutine. A default name is different for each task,
 * and would make each task a group of its own in reports. */
static void rename_task(qpy_record *frame, const struct qpy_function *function, PyObject *name)
{
    const char *text = name && PyUnicode_Check(name) ? PyUnicode_AsUTF8(name) : NULL;
    if (!text || strncmp(text, "Task-", 5) == 0)
        return;
    char *whole = qpy_function_whole_name(function);
    char *both = whole ? kit_format("%s (%s)", text, whole) : NULL;
    if (both)
        qpy_coroutine_rename(frame, both);
    free(whole);
    free(both);
}

/* ---- callbacks --------------------------------------------------------------------------------------------------- */

/* true if the next handle is for a done-callback that is scheduled on behalf of an ended task */
static __thread bool schedules_callback;
static __thread double due; /* time for which the callback was set that the event loop calls now, 0 = it has no time */

/* Return the class asyncio.TimerHandle. */
static PyObject *timer_class(void)
{
    static PyObject *class;
    if (!class)
        class = qpy_imported_attribute("asyncio.events", "TimerHandle");
    return class;
}

void qpy_asyncio_handle(PyFrameObject *frame)
{
    bool done_callback = schedules_callback;
    schedules_callback = false;
    if (!qpy_stacks_here || (!done_callback && !qpy_ended_has_scheduled()))
        return;
    PyObject *handle = qpy_argument(frame, 0, "self");
    if (handle && done_callback)
        qpy_ended_schedule(qpy_stacks_here->current, handle);
    else if (handle)
        qpy_ended_forget(handle);
    Py_XDECREF(handle);
    PyErr_Clear();
}

void qpy_asyncio_runs(PyFrameObject *frame)
{
    static PyObject *when;
    PyObject *handle = qpy_argument(frame, 0, "self");
    due = 0;
    schedules_callback = false;
    if (handle && qpy_stacks_here)
        qpy_ended_run_callback(qpy_stacks_here->current, handle);
    if (handle && (PyObject *)Py_TYPE(handle) == timer_class()) {
        if (!when)
            when = PyUnicode_InternFromString("_when");
        PyObject *time = when ? PyObject_GetAttr(handle, when) : NULL;
        due = time && PyFloat_Check(time) ? PyFloat_AS_DOUBLE(time) : 0;
        Py_XDECREF(time);
    }
    Py_XDECREF(handle);
    PyErr_Clear();
}

/* Return by how many nanoseconds the event loop calls the present callback too late, because it was busy. The time of
 * an event loop is that of time.monotonic, unless the program has an event loop of its own. */
static uint64_t lateness(void)
{
    struct timespec now;
    if (due == 0 || clock_gettime(CLOCK_MONOTONIC, &now) != 0)
        return 0;
    double late = (double)now.tv_sec + (double)now.tv_nsec / 1e9 - due;
    return late > 0 && late < 3600 ? (uint64_t)(late * 1e9) : 0;
}

/* ---- tasks ------------------------------------------------------------------------------------------------------- */

bool qpy_asyncio_schedules(PyObject *callback, uint64_t late)
{
    struct qpy_function *function;
    PyObject *task = qpy_stacks_here ? self_of(callback) : NULL;
    bool for_task = task && is_task(task);
    qpy_record *coroutine = for_task ? frame_of_task(task, &function) : NULL;
    if (coroutine && qpy_coroutine_ready(coroutine, function, late)) {
        PyObject *name = PyObject_CallMethod(task, "get_name", NULL);
        rename_task(coroutine, function, name);
        Py_XDECREF(name);
    }
    Py_XDECREF(task);
    PyErr_Clear();
    return for_task;
}

/* Return whether a callback with these arguments is a done-callback: its only argument is a future, or a task. Other
 * callbacks are not followed, since a chain of them may have no end. */
static bool is_done_callback(PyObject *arguments)
{
    static PyObject *name;
    if (!name)
        name = PyUnicode_InternFromString("_asyncio_future_blocking");
    return name && arguments && PyTuple_Check(arguments) && PyTuple_GET_SIZE(arguments) == 1 &&
           PyObject_HasAttr(PyTuple_GET_ITEM(arguments, 0), name);
}

void qpy_asyncio_call_soon(PyFrameObject *frame)
{
    PyObject *callback = qpy_argument(frame, 1, "callback");
    bool for_task = callback && qpy_asyncio_schedules(callback, lateness());
    if (callback && !for_task && qpy_stacks_here && qpy_ended_is_behind(qpy_stacks_here->current)) {
        PyObject *arguments = qpy_argument(frame, 2, "args");
        schedules_callback = is_done_callback(arguments);
        Py_XDECREF(arguments);
    }
    Py_XDECREF(callback);
    PyErr_Clear();
}

void qpy_asyncio_close(PyFrameObject *frame)
{
    (void)frame;
    if (qpy_stacks_here)
        qpy_ended_forget_stack(qpy_stacks_here->current);
}

static void set_name(PyObject *task, PyObject *name)
{
    struct qpy_function *function;
    qpy_record *coroutine = is_task(task) ? frame_of_task(task, &function) : NULL;
    if (coroutine)
        rename_task(coroutine, function, name);
}

void qpy_asyncio_set_name(PyFrameObject *frame)
{
    PyObject *task = qpy_argument(frame, 0, "task");
    PyObject *name = qpy_argument(frame, 1, "name");
    if (task)
        set_name(task, name);
    Py_XDECREF(name);
    Py_XDECREF(task);
    PyErr_Clear();
}

void qpy_asyncio_names(PyObject *task)
{
    PyObject *name = qpy_stacks_here && is_task(task) ? PyObject_CallMethod(task, "get_name", NULL) : NULL;
    if (name)
        set_name(task, name);
    Py_XDECREF(name);
    PyErr_Clear();
}
