#include "bindings/python/cover/early.h"

#define PY_SSIZE_T_CLEAN
#include <Python.h>
#include <stdbool.h>

#include "bindings/python/cover/loaded.h"
#include "bindings/python/functions/source.h"
#include "bindings/python/selection/selection.h"
#include "bindings/python/selection/unloaded.h"

/* ---- files ------------------------------------------------------------------------------------------------------- */

/* Code of a module, class or function may be freed once it has run, but its statements belong to the report. So the
 * sources are compiled again: a dictionary has for each file name a tuple of these. */
enum {
    CODE,    /* code object of the module */
    GLOBALS, /* of the module */
    FORMS    /* dictionary of the nested code objects and their counted forms, or before that, themselves */
};

/* Store the forms of all code objects in a code object. */
static void add_forms(PyObject *forms, PyCodeObject *code, PyCodeObject *form)
{
    for (Py_ssize_t i = 0; i < PyTuple_GET_SIZE(code->co_consts); i++) {
        PyObject *nested = PyTuple_GET_ITEM(code->co_consts, i);
        PyObject *nested_form = PyTuple_GET_ITEM(form->co_consts, i);
        if (!PyCode_Check(nested))
            continue;
        PyDict_SetItem(forms, nested, nested_form);
        add_forms(forms, (PyCodeObject *)nested, (PyCodeObject *)nested_form);
    }
}

/* Return the file of a module if it is selected, a new reference; NULL if it is not. */
static PyObject *selected_file(PyObject *module)
{
    PyObject *file = PyModule_Check(module) ? PyModule_GetFilenameObject(module) : NULL;
    const char *name = file ? PyUnicode_AsUTF8(file) : NULL;
    if (!name || qpy_source_is_own(name) || !qpy_selection_covers(name, PyModule_GetDict(module)))
        Py_CLEAR(file);
    PyErr_Clear();
    return file;
}

/* Compile the file of a module if it is selected. Return whether it is. */
static bool add_file(PyObject *files, PyObject *module)
{
    PyObject *file = selected_file(module);
    PyObject *code = file ? qpy_unloaded_compile(PyUnicode_AsUTF8(file)) : NULL;
    PyObject *forms = code && PyCode_Check(code) ? PyDict_New() : NULL;
    PyObject *entry = forms ? PyTuple_Pack(3, code, PyModule_GetDict(module), forms) : NULL;
    if (entry) {
        add_forms(forms, (PyCodeObject *)code, (PyCodeObject *)code);
        PyDict_SetItem(files, file, entry);
    }
    Py_XDECREF(entry);
    Py_XDECREF(forms);
    Py_XDECREF(code);
    PyErr_Clear();
    bool selected = file;
    Py_XDECREF(file);
    return selected;
}

/* Compile all selected files. Return whether there is one. Usually there is none, and looking at all objects would cost
 * 1 ms. */
static bool add_files(PyObject *files)
{
    PyObject *modules = PyDict_Values(PyImport_GetModuleDict());
    bool any = false;
    for (Py_ssize_t i = 0; modules && i < PyList_GET_SIZE(modules); i++)
        any |= add_file(files, PyList_GET_ITEM(modules, i));
    Py_XDECREF(modules);
    return any;
}

/* Register the functions of all files. Their code is never freed, since that would retire them. */
static void count_files(PyObject *files)
{
    PyObject *entry;
    Py_ssize_t at = 0;
    while (PyDict_Next(files, &at, NULL, &entry)) {
        PyObject *code = PyTuple_GET_ITEM(entry, CODE);
        PyObject *counted = qpy_loaded_counted(code, PyTuple_GET_ITEM(entry, GLOBALS), true);
        Py_INCREF(code);
        if (counted)
            add_forms(PyTuple_GET_ITEM(entry, FORMS), (PyCodeObject *)code, (PyCodeObject *)counted);
    }
}

/* ---- functions --------------------------------------------------------------------------------------------------- */

/* Return the form of a function's code, NULL if its file is not compiled or differs; a borrowed reference. */
static PyObject *form_of(PyObject *files, PyObject *code)
{
    PyObject *entry = PyDict_GetItem(files, ((PyCodeObject *)code)->co_filename);
    return entry ? PyDict_GetItem(PyTuple_GET_ITEM(entry, FORMS), code) : NULL;
}

/* If a function is not in its file, the file has changed or was compiled otherwise, as pytest does. Only functions that
 * exist are counted then: others would be listed twice. */
static void drop_if_changed(PyObject *files, PyObject *function)
{
    PyObject *code = PyFunction_GET_CODE(function);
    PyObject *name = ((PyCodeObject *)code)->co_filename;
    if (PyDict_GetItem(files, name) && !form_of(files, code))
        PyDict_DelItem(files, name);
}

static void replace(PyObject *files, PyObject *function)
{
    PyObject *code = PyFunction_GET_CODE(function);
    PyObject *counted = form_of(files, code);
    if (!counted)
        counted = qpy_loaded_counted(code, PyFunction_GET_GLOBALS(function), false);
    if (counted && PyObject_SetAttrString(function, "__code__", counted) < 0)
        PyErr_Clear();
}

static void each_function(PyObject *objects, void (*act)(PyObject *files, PyObject *function), PyObject *files)
{
    for (Py_ssize_t i = 0; i < PyList_GET_SIZE(objects); i++)
        if (PyFunction_Check(PyList_GET_ITEM(objects, i)))
            act(files, PyList_GET_ITEM(objects, i));
}

/* Return all objects that the collector knows. If the program has not loaded the module gc, it does not find it loaded.
 */
static PyObject *all_objects(void)
{
    PyObject *modules = PyImport_GetModuleDict();
    bool known = PyDict_GetItemString(modules, "gc");
    PyObject *gc = PyImport_ImportModule("gc");
    if (gc && !known)
        PyDict_DelItemString(modules, "gc");
    PyObject *objects = gc ? PyObject_CallMethod(gc, "get_objects", NULL) : NULL;
    Py_XDECREF(gc);
    return objects;
}

void qpy_early_mark(void)
{
    PyObject *module;
    Py_ssize_t at = 0;
    while (PyDict_Next(PyImport_GetModuleDict(), &at, NULL, &module))
        Py_XDECREF(selected_file(module));
}

void qpy_early_replace(void)
{
    PyObject *files = PyDict_New();
    PyObject *objects = files && add_files(files) ? all_objects() : NULL;
    if (objects) {
        each_function(objects, drop_if_changed, files);
        count_files(files);
        each_function(objects, replace, files);
    }
    Py_XDECREF(objects);
    Py_XDECREF(files);
    PyErr_Clear();
}
