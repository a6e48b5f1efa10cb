#include "bindings/python/cover/early.h"

#define PY_SSIZE_T_CLEAN
#include <Python.h>

#include "bindings/python/cover/loaded.h"
#include "bindings/python/functions/source.h"
#include "bindings/python/selection/selection.h"

/* Return whether a module is in a selected file. */
static bool is_selected(PyObject *module)
{
    PyObject *file = PyModule_Check(module) ? PyModule_GetFilenameObject(module) : NULL;
    const char *name = file ? PyUnicode_AsUTF8(file) : NULL;
    bool selected = name && !qpy_source_is_own(name) && qpy_selection_covers(name, PyModule_GetDict(module));
    Py_XDECREF(file);
    PyErr_Clear();
    return selected;
}

bool qpy_early_find(void)
{
    PyObject *modules = PyImport_GetModuleDict();
    PyObject *module;
    Py_ssize_t at = 0;
    bool found = false;
    while (PyDict_Next(modules, &at, NULL, &module))
        found |= is_selected(module);
    return found;
}

static void replace(PyObject *function)
{
    PyObject *code = PyFunction_GET_CODE(function);
    PyObject *counted = qpy_loaded_counted(code, PyFunction_GET_GLOBALS(function), false);
    if (counted && PyObject_SetAttrString(function, "__code__", counted) < 0)
        PyErr_Clear();
}

void qpy_early_replace(void)
{
    if (!qpy_early_find())
        return; /* usually; looking at all objects would cost 1 ms */
    PyObject *modules = PyImport_GetModuleDict();
    bool known = PyDict_GetItemString(modules, "gc");
    PyObject *gc = PyImport_ImportModule("gc");
    if (gc && !known)
        PyDict_DelItemString(modules, "gc"); /* the program does not find it loaded */
    PyObject *objects = gc ? PyObject_CallMethod(gc, "get_objects", NULL) : NULL;
    for (Py_ssize_t i = 0; objects && i < PyList_GET_SIZE(objects); i++)
        if (PyFunction_Check(PyList_GET_ITEM(objects, i)))
            replace(PyList_GET_ITEM(objects, i));
    Py_XDECREF(objects);
    Py_XDECREF(gc);
    PyErr_Clear();
}
