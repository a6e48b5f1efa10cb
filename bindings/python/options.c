#include "bindings/python/options.h"

#include <string.h>

/* Return the text of a value as bytes, a new reference; NULL with an exception after an error. */
static PyObject *text_of(PyObject *value)
{
    if (PyBool_Check(value))
        return PyBytes_FromString(value == Py_True ? "yes" : "no");
    PyObject *string = PyObject_Str(value);
    PyObject *bytes = string ? PyUnicode_EncodeFSDefault(string) : NULL;
    Py_XDECREF(string);
    if (!bytes || !memchr(PyBytes_AS_STRING(bytes), '\0', (size_t)PyBytes_GET_SIZE(bytes)))
        return bytes;
    Py_DECREF(bytes);
    PyErr_SetString(PyExc_ValueError, "an option contains a null character");
    return NULL;
}

/* Take a file name: a string, bytes, or an object such as pathlib.Path. */
static bool read_data_file(struct kit_settings *settings, PyObject *value)
{
    PyObject *bytes = NULL;
    if (!PyUnicode_FSConverter(value, &bytes))
        return false;
    kit_settings_add_option(settings, "data-file", PyBytes_AS_STRING(bytes));
    kit_settings_add_option(settings, "", "replace-data-file");
    Py_DECREF(bytes);
    return true;
}

static bool read_pattern(struct kit_settings *settings, enum kit_setting setting, PyObject *value)
{
    PyObject *text = text_of(value);
    if (text)
        kit_settings_set(settings, setting, PyBytes_AS_STRING(text));
    Py_XDECREF(text);
    return text;
}

static bool read_patterns(struct kit_settings *settings, enum kit_setting setting, PyObject *value)
{
    if (PyUnicode_Check(value))
        return read_pattern(settings, setting, value);
    PyObject *patterns = PySequence_List(value);
    bool ok = patterns;
    for (Py_ssize_t i = 0; ok && i < PyList_GET_SIZE(patterns); i++)
        ok = read_pattern(settings, setting, PyList_GET_ITEM(patterns, i));
    Py_XDECREF(patterns);
    return ok;
}

static bool read_cover(struct kit_settings *settings, PyObject *value)
{
    if (PyBool_Check(value)) {
        settings->cover = value == Py_True ? KIT_COVER_LINES : KIT_COVER_NOTHING;
        return true;
    }
    PyObject *text = text_of(value);
    bool known = text && kit_settings_set_cover(settings, PyBytes_AS_STRING(text));
    Py_XDECREF(text);
    if (text && !known)
        PyErr_Format(PyExc_ValueError, "cover is 'line', 'branch' or 'hit', not %R", value);
    return known;
}

static bool read_option(struct kit_settings *settings, const char *name, PyObject *value)
{
    static const enum kit_setting patterns[] = {KIT_INCLUDE, KIT_FILTER, KIT_EXCLUDE};
    if (strcmp(name, "data_file") == 0)
        return read_data_file(settings, value);
    if (strcmp(name, "cover") == 0)
        return read_cover(settings, value);
    for (size_t i = 0; i < sizeof patterns / sizeof *patterns; i++)
        if (strcmp(name, kit_settings_name(patterns[i])) == 0)
            return read_patterns(settings, patterns[i], value);
    PyObject *text = text_of(value);
    if (text && strcmp(name, "library") == 0)
        kit_settings_set_library(settings, PyBytes_AS_STRING(text));
    else if (text)
        kit_settings_add_option(settings, name, PyBytes_AS_STRING(text));
    Py_XDECREF(text);
    return text;
}

bool qpy_options_read(PyObject *options, struct kit_settings *settings)
{
    PyObject *key, *value;
    Py_ssize_t at = 0;
    while (PyDict_Next(options, &at, &key, &value)) {
        const char *name = PyUnicode_AsUTF8(key);
        if (!name || (value != Py_None && !read_option(settings, name, value)))
            return false;
    }
    if (kit_settings_sample_lines(settings))
        PyErr_SetString(PyExc_ValueError, "sample and cover cannot be combined: lines are counted, not timed");
    return !PyErr_Occurred();
}
