#include "bindings/python/cover/selected.h"

#include <stdlib.h>
#include <string.h>

#include "bindings/kit/filter.h"
#include "bindings/kit/hashmap.h"
#include "bindings/kit/strings.h"

static char *patterns;
static char *standard_library;   /* its directory, with a slash at the end */
static char *starter;            /* file that starts the recording */
static struct kit_hashmap known; /* by the hash of the file name: `yes` or `no` */
static char yes, no;

/* Return the file of the code that the calling thread runs, NULL if there is none; to be freed. */
static char *file_here(void)
{
    PyFrameObject *frame = PyEval_GetFrame();
    PyCodeObject *code = frame ? PyFrame_GetCode(frame) : NULL;
    const char *name = code ? PyUnicode_AsUTF8(code->co_filename) : NULL;
    char *file = name ? strdup(name) : NULL;
    PyErr_Clear();
    Py_XDECREF(code);
    return file;
}

/* The module os is in the standard library's directory. */
bool qpy_selected_begin(const char *wanted)
{
    PyObject *os = PyImport_ImportModule("os");
    PyObject *file = os ? PyObject_GetAttrString(os, "__file__") : NULL;
    const char *name = file ? PyUnicode_AsUTF8(file) : NULL;
    const char *slash = name ? strrchr(name, '/') : NULL;
    patterns = wanted ? strdup(wanted) : NULL;
    starter = file_here();
    if (slash)
        standard_library = strndup(name, (size_t)(slash - name) + 1);
    Py_XDECREF(file);
    Py_XDECREF(os);
    return !PyErr_Occurred();
}

/* Return whether a file may contain Python source. Template engines compile other files. */
static bool is_python(const char *name)
{
    const char *slash = strrchr(name, '/');
    const char *dot = strrchr(slash ? slash : name, '.');
    return !dot || strcmp(dot, ".py") == 0 || strcmp(dot, ".pyw") == 0;
}

static bool selects(const char *name)
{
    if (*name == '<' || (starter && strcmp(name, starter) == 0))
        return false;
    if (kit_filter_matches(patterns, name))
        return true;
    bool standard = standard_library && strncmp(name, standard_library, strlen(standard_library)) == 0;
    return !standard && !strstr(name, "/site-packages/") && !strstr(name, "/dist-packages/") && is_python(name);
}

bool qpy_selected_file(PyObject *file)
{
    Py_ssize_t size = 0;
    const char *name = PyUnicode_AsUTF8AndSize(file, &size);
    if (!name) {
        PyErr_Clear();
        return false;
    }
    uint64_t key = kit_hash(name, (size_t)size);
    const char *answer = kit_hashmap_get(&known, key);
    if (answer)
        return answer == &yes;
    bool selected = selects(name);
    kit_hashmap_put(&known, key, selected ? &yes : &no);
    return selected;
}
