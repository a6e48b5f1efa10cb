#include "bindings/python/cover/unloaded.h"

#define PY_SSIZE_T_CLEAN
#include <Python.h>

#include "bindings/python/cover/loaded.h"
#include "bindings/python/selection/selection.h"

/* The code stays: functions of code that is freed are retired. */
static void add_module(const char *file, const char *name, PyCodeObject *code)
{
    (void)file;
    PyObject *globals = Py_BuildValue("{sz}", "__name__", name);
    if (globals)
        qpy_loaded_counted((PyObject *)code, globals, true);
    Py_INCREF(code);
    Py_XDECREF(globals);
    PyErr_Clear();
}

static PyObject *add_unloaded(PyObject *self, PyObject *none)
{
    (void)self, (void)none;
    qpy_selection_unloaded(add_module);
    Py_RETURN_NONE;
}

static PyMethodDef at_exit = {"add_unloaded", add_unloaded, METH_NOARGS, NULL};

/* Call atexit.register. If the program has not loaded the module, it does not find it loaded. */
bool qpy_unloaded_register_at_exit(void)
{
    if (!qpy_selection_has_unloaded())
        return true;
    PyObject *modules = PyImport_GetModuleDict();
    bool known = PyDict_GetItemString(modules, "atexit");
    PyObject *module = PyImport_ImportModule("atexit");
    PyObject *function = PyCFunction_New(&at_exit, NULL);
    PyObject *result = module && function ? PyObject_CallMethod(module, "register", "O", function) : NULL;
    if (module && !known)
        PyDict_DelItemString(modules, "atexit");
    Py_XDECREF(function);
    Py_XDECREF(module);
    Py_XDECREF(result);
    return result;
}
