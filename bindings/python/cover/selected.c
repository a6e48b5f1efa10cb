#include "bindings/python/cover/selected.h"

#include <string.h>

static char *standard_library; /* its directory, with a slash at the end */

/* The module os is in the standard library's directory. */
bool qpy_selected_begin(void)
{
    PyObject *os = PyImport_ImportModule("os");
    PyObject *file = os ? PyObject_GetAttrString(os, "__file__") : NULL;
    const char *name = file ? PyUnicode_AsUTF8(file) : NULL;
    const char *slash = name ? strrchr(name, '/') : NULL;
    if (slash)
        standard_library = strndup(name, (size_t)(slash - name) + 1);
    Py_XDECREF(file);
    Py_XDECREF(os);
    return !PyErr_Occurred();
}

bool qpy_selected_file(PyObject *file)
{
    const char *name = PyUnicode_AsUTF8(file);
    if (!name) {
        PyErr_Clear();
        return false;
    }
    bool standard = standard_library && strncmp(name, standard_library, strlen(standard_library)) == 0;
    return !standard && *name != '<' && !strstr(name, "/site-packages/") && !strstr(name, "/dist-packages/");
}
