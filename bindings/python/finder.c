#include "bindings/python/finder.h"

#define PY_SSIZE_T_CLEAN
#include <Python.h>

#include <stdio.h>
#include <stdlib.h>

#include "bindings/kit/strings.h"
#include "bindings/python/functions/source.h"

/* Return the text of a file, to be freed; NULL with a Python exception after an error. */
static char *read_text(const char *path)
{
    FILE *file = fopen(path, "re");
    char *text = NULL;
    size_t size = 0;
    if (file && getdelim(&text, &size, '\0', file) < 0) {
        free(text);
        text = calloc(1, 1); /* the file is empty, or there was no memory */
    }
    if (file && !text)
        PyErr_NoMemory();
    if (file)
        fclose(file);
    else
        PyErr_SetFromErrnoWithFilename(PyExc_OSError, path);
    return text;
}

/* Run a file of Python code that imports nothing. Return its globals, a new reference; NULL with a Python exception
 * after an error. */
static PyObject *run(const char *path)
{
    char *text = read_text(path);
    PyObject *code = text ? Py_CompileString(text, path, Py_file_input) : NULL;
    PyObject *globals = code ? PyDict_New() : NULL;
    PyObject *result = globals ? PyEval_EvalCode(code, globals, globals) : NULL;
    free(text);
    Py_XDECREF(code);
    if (!result)
        Py_CLEAR(globals);
    Py_XDECREF(result);
    return globals;
}

bool qpy_finder_begin(void)
{
    const char *folder = qpy_source_own_folder();
    char *path = folder ? kit_format("%sstart/finder.py", folder) : NULL;
    PyObject *globals = path ? run(path) : PyErr_NoMemory();
    PyObject *class = globals ? PyDict_GetItemString(globals, "Finder") : NULL;
    PyObject *finder = class ? PyObject_CallFunction(class, "ss", folder, qpy_source_own_module()) : NULL;
    PyObject *finders = PySys_GetObject("meta_path");
    bool ok = finder && finders && PyList_Append(finders, finder) == 0;
    Py_XDECREF(finder);
    Py_XDECREF(globals);
    free(path);
    return ok;
}
