#include "bindings/python/cover/selected.h"

#include <stdlib.h>
#include <string.h>

#include "bindings/kit/filter.h"
#include "bindings/kit/hashmap.h"
#include "bindings/kit/strings.h"
#include "bindings/python/functions/source.h"

static char *patterns;
static char *standard_library;   /* its directory, with a slash at the end */
static struct kit_hashmap known; /* by the hash of the file name: `yes` or `no` */
static char yes, no;

/* The module os is in the standard library's directory. */
bool qpy_selected_begin(const char *wanted)
{
    PyObject *os = PyImport_ImportModule("os");
    PyObject *file = os ? PyObject_GetAttrString(os, "__file__") : NULL;
    const char *name = file ? PyUnicode_AsUTF8(file) : NULL;
    const char *slash = name ? strrchr(name, '/') : NULL;
    patterns = wanted ? strdup(wanted) : NULL;
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
    const char *own = qpy_source_own_folder();
    if (*name == '<' || (own && strncmp(name, own, strlen(own)) == 0))
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
