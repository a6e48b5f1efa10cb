#include "bindings/python/follow/locks.h"

#define PY_SSIZE_T_CLEAN
#include <Python.h>
#include <stddef.h>

#include "bindings/python/frames/coroutine.h"

typedef PyObject *enter_function(PyObject *self, PyObject *arguments, PyObject *names);

/* A kind of lock whose __enter__ we have replaced. */
struct kind {
    enter_function *original;
    PyCFunctionObject *callable; /* by which the function is found and named */
};

static struct kind plain, recursive;
static PyObject *without_waiting; /* arguments (False,) */

/* Acquire a lock. If this is the call of a function that CPython reports, it is on top of the stack already. */
static PyObject *acquire(const struct kind *kind, PyObject *self, PyObject *arguments, PyObject *names)
{
    struct qpy_stack *stack = qpy_stacks_here ? qpy_stacks_here->current : NULL;
    struct qpy_function *function = stack ? qpy_function_of_c(kind->callable) : NULL;
    if (!function || stack->top->function == function)
        return kind->original(self, arguments, names);
    PyObject *acquired = kind->original(self, without_waiting, NULL);
    if (acquired != Py_False)
        return acquired;
    Py_DECREF(acquired);
    bool recorded = qpy_stack_enter(stack, self, function);
    acquired = kind->original(self, arguments, names);
    if (recorded)
        qpy_stack_leave(stack, self);
    return acquired;
}

static PyObject *enter_plain(PyObject *self, PyObject *arguments, PyObject *names)
{
    return acquire(&plain, self, arguments, names);
}

static PyObject *enter_recursive(PyObject *self, PyObject *arguments, PyObject *names)
{
    return acquire(&recursive, self, arguments, names);
}

/* Replace the function of __enter__ in the table of methods of a lock's class. */
static void replace(struct kind *kind, PyObject *module, const char *maker, enter_function *by)
{
    PyObject *lock = PyObject_CallMethod(module, maker, NULL);
    PyObject *method = lock ? PyObject_GetAttrString(lock, "__enter__") : NULL;
    PyObject *class_method = lock ? PyObject_GetAttrString((PyObject *)Py_TYPE(lock), "__enter__") : NULL;
    if (method && PyCFunction_Check(method) && class_method && Py_IS_TYPE(class_method, &PyMethodDescr_Type)) {
        PyMethodDef *def = ((PyMethodDescrObject *)class_method)->d_method;
        if (def->ml_flags == (METH_VARARGS | METH_KEYWORDS)) {
            kind->original = (enter_function *)(void (*)(void))def->ml_meth;
            kind->callable = (PyCFunctionObject *)Py_NewRef(method);
            def->ml_meth = (PyCFunction)(void (*)(void))by;
        }
    }
    Py_XDECREF(class_method);
    Py_XDECREF(method);
    Py_XDECREF(lock);
}

void qpy_locks_begin(void)
{
    if (without_waiting)
        return;
    PyObject *module = PyImport_ImportModule("_thread");
    without_waiting = PyTuple_Pack(1, Py_False);
    if (module && without_waiting) {
        replace(&plain, module, "allocate_lock", enter_plain);
        replace(&recursive, module, "RLock", enter_recursive);
    }
    Py_XDECREF(module);
    PyErr_Clear();
}
