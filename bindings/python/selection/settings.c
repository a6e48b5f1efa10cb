#include "bindings/python/selection/settings.h"

#include <stdlib.h>
#include <string.h>

#include "bindings/kit/strings.h"
#include "bindings/python/text/patterns.h"

/* Return a setting, a borrowed reference. Return NULL with a Python exception if it is missing. */
static PyObject *get(PyObject *dictionary, const char *name)
{
    PyObject *value = PyDict_GetItemString(dictionary, name);
    if (!value)
        PyErr_SetString(PyExc_KeyError, name);
    return value;
}

/* Return a copy of the bytes of a str as in the file system, NULL with an exception on failure. */
static char *text_of(PyObject *object)
{
    PyObject *bytes = PyUnicode_Check(object) ? PyUnicode_EncodeFSDefault(object) : NULL;
    char *text = bytes ? strdup(PyBytes_AS_STRING(bytes)) : NULL;
    Py_XDECREF(bytes);
    if (!text && !PyErr_Occurred())
        PyErr_SetString(PyExc_TypeError, "a setting is no text");
    return text;
}

static bool read_names(struct qpy_names *names, PyObject *dictionary, const char *name)
{
    PyObject *list = get(dictionary, name);
    Py_ssize_t count = list && PyList_Check(list) ? PyList_GET_SIZE(list) : 0;
    names->items = calloc((size_t)count + 1, sizeof *names->items);
    for (Py_ssize_t i = 0; names->items && i < count; i++) {
        names->items[names->count] = text_of(PyList_GET_ITEM(list, i));
        if (!names->items[names->count++])
            return false;
    }
    return list && names->items;
}

/* Read an object that can be called, or None. The reference is kept. */
static bool read_function(PyObject **function, PyObject *dictionary, const char *name)
{
    PyObject *value = get(dictionary, name);
    if (value && value != Py_None)
        *function = Py_NewRef(value);
    return value;
}

/* The version of coverage.py that supports this version of Python: 6.5 supports those up to 3.11. */
static const bool rules_7 = PY_VERSION_HEX >= 0x030c0000;

static bool read_exclusions(struct qpy_exclusions *exclusions, PyObject *dictionary)
{
    PyObject *excluded = NULL, *no_branch = NULL, *file = get(dictionary, "file");
    if (!file || !read_function(&excluded, dictionary, "excluded") ||
        !read_function(&no_branch, dictionary, "no_branch"))
        return false;
    qpy_find *search = rules_7 ? qpy_patterns_find_all : qpy_patterns_search;
    char *name = excluded ? text_of(file) : NULL;
    *exclusions = (struct qpy_exclusions){
        .excluded = {excluded ? search : qpy_patterns_no_cover, excluded},
        .no_branch = {no_branch ? search : qpy_patterns_no_branch, no_branch},
        .rules_7 = rules_7,
        .reason = name ? kit_format("excluded by %s", name) : "pragma: no cover",
    };
    free(name);
    return exclusions->reason && !PyErr_Occurred();
}

bool qpy_settings_read(struct qpy_settings *settings, PyObject *dictionary)
{
    PyObject *branches = get(dictionary, "branch");
    settings->branches = branches && PyObject_IsTrue(branches) == 1;
    return branches && read_names(&settings->sources, dictionary, "source") &&
           read_names(&settings->folders, dictionary, "folders") && read_names(&settings->files, dictionary, "files") &&
           read_names(&settings->packages, dictionary, "packages") &&
           read_names(&settings->library, dictionary, "library") &&
           read_names(&settings->programs, dictionary, "programs") &&
           read_function(&settings->include, dictionary, "include") &&
           read_function(&settings->omit, dictionary, "omit") &&
           read_function(&settings->report, dictionary, "report") && read_exclusions(&settings->exclusions, dictionary);
}

/* ---- queries -------------------------------------------------------------------------------------------------------
 */

/* Return whether a text is one of the names, or begins with one of them and a separator. */
static bool contain(const struct qpy_names *names, const char *text, char separator)
{
    for (int i = 0; i < names->count; i++) {
        size_t length = strlen(names->items[i]);
        if (strncmp(text, names->items[i], length) == 0 && (!text[length] || text[length] == separator))
            return true;
    }
    return false;
}

bool qpy_names_contain_path(const struct qpy_names *names, const char *path)
{
    return contain(names, path, '/');
}

bool qpy_names_contain_module(const struct qpy_names *names, const char *module)
{
    return contain(names, module, '.');
}

bool qpy_settings_match(PyObject *matcher, const char *path)
{
    PyObject *text = PyUnicode_DecodeFSDefault(path);
    PyObject *match = text ? PyObject_CallOneArg(matcher, text) : NULL;
    bool matches = match && match != Py_None;
    Py_XDECREF(match);
    Py_XDECREF(text);
    PyErr_Clear();
    return matches;
}
