#include "bindings/python/cover/unloaded.h"

#define PY_SSIZE_T_CLEAN
#include <Python.h>
#include <string.h>

#include "bindings/kit/hashmap.h"
#include "bindings/kit/library.h"
#include "bindings/kit/strings.h"
#include "bindings/python/cover/loaded.h"
#include "bindings/python/selection/selection.h"

static bool is_wanted; /* the settings name files, and those that were not loaded are not registered yet */

/* The code stays: functions of code that is freed are retired. A later recording has the functions, too. */
static void add_module(const char *file, const char *name, PyCodeObject *code)
{
    static struct kit_hashmap added; /* by the hash of the path */
    uint64_t key = kit_hash(file, strlen(file));
    if (kit_hashmap_get(&added, key))
        return;
    kit_hashmap_put(&added, key, &added);
    PyObject *globals = Py_BuildValue("{sz}", "__name__", name);
    if (globals)
        qpy_loaded_counted((PyObject *)code, globals, true);
    Py_INCREF(code);
    Py_XDECREF(globals);
    PyErr_Clear();
}

void qpy_unloaded_add(void)
{
    if (is_wanted && kit_library.qii.is_running()) /* the recording of a forked child may have ended */
        qpy_selection_unloaded(add_module);
    is_wanted = false;
}

static PyObject *add_unloaded(PyObject *self, PyObject *none)
{
    (void)self, (void)none;
    qpy_unloaded_add();
    Py_RETURN_NONE;
}

static PyMethodDef at_exit = {"add_unloaded", add_unloaded, METH_NOARGS, NULL};

/* Call atexit.register. If the program has not loaded the module, it does not find it loaded. */
static bool register_at_exit(void)
{
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

bool qpy_unloaded_begin_recording(void)
{
    static bool is_registered;
    is_wanted = qpy_selection_has_unloaded();
    if (is_wanted && !is_registered)
        is_registered = register_at_exit();
    return is_registered || !is_wanted;
}
