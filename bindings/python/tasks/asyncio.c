#include "bindings/python/tasks/asyncio.h"

#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "bindings/kit/strings.h"
#include "bindings/python/frames/coroutine.h"

/* Return a local variable of a frame, a new reference; NULL if it has none. */
static PyObject *local(PyFrameObject *frame, const char *name)
{
    PyObject *locals = PyFrame_GetLocals(frame);
    PyObject *value = locals ? PyDict_GetItemString(locals, name) : NULL;
    Py_XINCREF(value);
    Py_XDECREF(locals);
    return value;
}

/* Return whether an object is a task: asyncio.Task, or its version in Python that programs may derive classes from. */
static bool is_task(PyObject *object)
{
    static PyObject *types[2];
    if (!types[0]) {
        PyObject *tasks = PyImport_GetModule(PyUnicode_InternFromString("asyncio.tasks"));
        types[0] = tasks ? PyObject_GetAttrString(tasks, "Task") : NULL;
        types[1] = tasks ? PyObject_GetAttrString(tasks, "_PyTask") : NULL;
        Py_XDECREF(tasks);
    }
    for (int i = 0; i < 2; i++)
        if (types[i] && PyType_Check(types[i]) && PyObject_TypeCheck(object, (PyTypeObject *)types[i]))
            return true;
    return false;
}

/* Return the frame of a task's coroutine, NULL if it has none. The coroutine keeps it. */
static PyFrameObject *frame_of(PyObject *task)
{
    PyObject *coroutine = PyObject_CallMethod(task, "get_coro", NULL);
    PyObject *frame = coroutine && PyCoro_CheckExact(coroutine) ? PyObject_GetAttrString(coroutine, "cr_frame") : NULL;
    Py_XDECREF(coroutine);
    Py_XDECREF(frame);
    return frame && PyFrame_Check(frame) ? (PyFrameObject *)frame : NULL;
}

/* Return the name of a task's virtual thread, to be freed: the coroutine, with the task's name if the program has
 * chosen one. A default name is different for each task, and would make each task a group of its own in reports. */
static char *name_of(PyFrameObject *frame, PyObject *name)
{
    PyCodeObject *code = PyFrame_GetCode(frame);
    struct qpy_function *function = qpy_function_of_code(code, frame);
    Py_DECREF(code);
    char *whole = function ? qpy_function_whole_name(function) : NULL;
    const char *text = name && PyUnicode_Check(name) ? PyUnicode_AsUTF8(name) : NULL;
    if (!whole || !text || strncmp(text, "Task-", 5) == 0)
        return whole;
    char *both = kit_format("%s (%s)", text, whole);
    free(whole);
    return both;
}

void qpy_asyncio_call_soon(PyFrameObject *frame)
{
    PyObject *callback = local(frame, "callback");
    PyObject *task = callback && !PyFunction_Check(callback) ? PyObject_GetAttrString(callback, "__self__") : NULL;
    PyFrameObject *coroutine = task && is_task(task) ? frame_of(task) : NULL;
    if (coroutine) {
        PyObject *name = PyObject_CallMethod(task, "get_name", NULL);
        char *text = name_of(coroutine, name);
        qpy_coroutine_ready(coroutine, text);
        free(text);
        Py_XDECREF(name);
    }
    Py_XDECREF(task);
    Py_XDECREF(callback);
    PyErr_Clear();
}

void qpy_asyncio_set_name(PyFrameObject *frame)
{
    PyObject *task = local(frame, "task");
    PyObject *name = local(frame, "name");
    PyFrameObject *coroutine = task && name && PyUnicode_Check(name) && is_task(task) ? frame_of(task) : NULL;
    char *text = coroutine ? name_of(coroutine, name) : NULL;
    if (text)
        qpy_coroutine_rename(coroutine, text);
    free(text);
    Py_XDECREF(name);
    Py_XDECREF(task);
    PyErr_Clear();
}
