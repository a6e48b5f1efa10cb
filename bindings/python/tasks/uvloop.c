#include "bindings/python/tasks/uvloop.h"

#include <stdbool.h>
#include <string.h>

#include "bindings/python/functions/replaced.h"
#include "bindings/python/tasks/asyncio.h"
#include "bindings/python/tasks/objects.h"

/* A method of the class Loop that we have replaced. It has one of two forms, depending on the version of uvloop. */
struct method {
    PyCFunctionWithKeywords with_tuple;
    _PyCFunctionFastWithKeywords with_array;
};

static struct method call_soon, create_task;

/* Tasks in C are scheduled by the method call_soon, when they are created and when they are woken. */
static PyObject *call_soon_with_tuple(PyObject *loop, PyObject *arguments, PyObject *names)
{
    if (PyTuple_GET_SIZE(arguments) > 0)
        qpy_asyncio_schedules(PyTuple_GET_ITEM(arguments, 0), 0);
    return call_soon.with_tuple(loop, arguments, names);
}

static PyObject *call_soon_with_array(PyObject *loop, PyObject *const *arguments, Py_ssize_t count, PyObject *names)
{
    if (count > 0)
        qpy_asyncio_schedules(arguments[0], 0);
    return call_soon.with_array(loop, arguments, count, names);
}

/* The method create_task names a task after it was created. */
static PyObject *create_task_with_tuple(PyObject *loop, PyObject *arguments, PyObject *names)
{
    PyObject *task = create_task.with_tuple(loop, arguments, names);
    if (task)
        qpy_asyncio_names(task);
    return task;
}

static PyObject *create_task_with_array(PyObject *loop, PyObject *const *arguments, Py_ssize_t count, PyObject *names)
{
    PyObject *task = create_task.with_array(loop, arguments, count, names);
    if (task)
        qpy_asyncio_names(task);
    return task;
}

/* Return the definition of a method, NULL if it has an unknown type. Since Cython 3, methods have a type of Cython's,
 * whose objects begin like those of PyCFunction_Type. */
static PyMethodDef *definition(PyObject *method)
{
    if (Py_IS_TYPE(method, &PyMethodDescr_Type))
        return ((PyMethodDescrObject *)method)->d_method;
    const char *type = strrchr(Py_TYPE(method)->tp_name, '.');
    return type && strcmp(type, ".cython_function_or_method") == 0 ? ((PyCFunctionObject *)method)->m_ml : NULL;
}

/* Replace the function of a method. */
static void replace(PyObject *class, const char *name, struct method *original, PyCFunctionWithKeywords with_tuple,
                    _PyCFunctionFastWithKeywords with_array)
{
    PyObject *method = PyObject_GetAttrString(class, name);
    PyMethodDef *def = method ? definition(method) : NULL;
    if (def && def->ml_flags == (METH_VARARGS | METH_KEYWORDS)) {
        original->with_tuple = QPY_CAST(PyCFunctionWithKeywords, def->ml_meth);
        def->ml_meth = QPY_CAST(PyCFunction, with_tuple);
    } else if (def && def->ml_flags == (METH_FASTCALL | METH_KEYWORDS)) {
        original->with_array = QPY_CAST(_PyCFunctionFastWithKeywords, def->ml_meth);
        def->ml_meth = QPY_CAST(PyCFunction, with_array);
    }
    Py_XDECREF(method);
}

void qpy_uvloop_begin(void)
{
    static bool replaced;
    PyObject *class = replaced ? NULL : qpy_imported_attribute("uvloop.loop", "Loop");
    if (class) {
        replace(class, "call_soon", &call_soon, call_soon_with_tuple, call_soon_with_array);
        replace(class, "create_task", &create_task, create_task_with_tuple, create_task_with_array);
        replaced = true;
    }
    Py_XDECREF(class);
    PyErr_Clear();
}

void qpy_uvloop_loaded(PyFrameObject *frame)
{
    (void)frame;
    qpy_uvloop_begin();
}
