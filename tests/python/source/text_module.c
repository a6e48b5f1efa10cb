/* text_module.c - the Python module qii_text, with which tests read the statements of a source (bindings/python/text).
 *
 *     qii_text.read(TEXT, EXCLUDED, NO_BRANCH, RULES_7); also the other functions of its table
 *
 * TEXT is bytes; EXCLUDED and NO_BRANCH are `search` methods of compiled regular expressions, or `finditer` if RULES_7
 * is true, or None for the defaults. The result is (first lines, lines of the code, excluded ranges, lines without
 * branches); the first two are indexed by line. */
#define PY_SSIZE_T_CLEAN
#include <Python.h>

#include "bindings/kit/settings.h"
#include "bindings/python/selection/selection.h"
#include "bindings/python/text/patterns.h"
#include "bindings/python/text/source_text.h"
#include "bindings/python/text/statements.h"

static void add_range(void *list, int first, int last, const char *reason)
{
    PyObject *range = Py_BuildValue("(iiz)", first, last, reason);
    if (range)
        PyList_Append(list, range);
    Py_XDECREF(range);
}

static void add_number(PyObject *list, int number)
{
    PyObject *object = PyLong_FromLong(number);
    if (object)
        PyList_Append(list, object);
    Py_XDECREF(object);
}

static PyObject *describe(const struct qpy_statements *statements)
{
    PyObject *first = PyList_New(0), *code = PyList_New(0), *excluded = PyList_New(0), *no_branch = PyList_New(0);
    int count;
    const int *of_code = qpy_statements_of_code(statements, &count);
    for (int i = 0; i < count; i++) {
        add_number(first, qpy_statements_first(statements, i));
        add_number(code, of_code[i]);
        if (qpy_statements_without_branches(statements)[i])
            add_number(no_branch, i);
    }
    qpy_statements_excluded(statements, add_range, excluded);
    return Py_BuildValue("(NNNN)", first, code, excluded, no_branch);
}

static PyObject *read_text(PyObject *self, PyObject *arguments)
{
    (void)self;
    const char *text;
    Py_ssize_t size;
    PyObject *excluded, *no_branch;
    int rules_7;
    if (!PyArg_ParseTuple(arguments, "y#OOp", &text, &size, &excluded, &no_branch, &rules_7))
        return NULL;
    qpy_find *search = rules_7 ? qpy_patterns_find_all : qpy_patterns_search;
    struct qpy_exclusions exclusions = {
        {qpy_patterns_no_cover, NULL}, {qpy_patterns_no_branch, NULL}, "pragma", rules_7};
    if (excluded != Py_None)
        exclusions.excluded = (struct qpy_patterns){search, excluded};
    if (no_branch != Py_None)
        exclusions.no_branch = (struct qpy_patterns){search, no_branch};
    struct qpy_statements *statements = qpy_statements_read(text, (size_t)size, &exclusions);
    if (!statements)
        return PyErr_NoMemory();
    PyObject *result = describe(statements);
    qpy_statements_free(statements);
    return result;
}

/* ---- selection -----------------------------------------------------------------------------------------------------
 */

static PyObject *begin_selection(PyObject *self, PyObject *arguments)
{
    (void)self;
    PyObject *read;
    const char *file, *includes;
    if (!PyArg_ParseTuple(arguments, "Ozz", &read, &file, &includes))
        return NULL;
    struct kit_settings settings = {.cover = KIT_COVER_LINES};
    settings.texts[KIT_CONFIGURATION] = (char *)file;
    settings.texts[KIT_INCLUDE] = (char *)includes;
    if (!qpy_selection_begin(&settings, read))
        return NULL;
    return PyBool_FromLong(settings.cover == KIT_COVER_BRANCHES);
}

static PyObject *covers(PyObject *self, PyObject *arguments)
{
    (void)self;
    const char *file;
    PyObject *globals;
    if (!PyArg_ParseTuple(arguments, "sO", &file, &globals))
        return NULL;
    return PyBool_FromLong(qpy_selection_covers(file, globals));
}

static PyObject *found;

static void add_unloaded(const char *file, const char *name, PyCodeObject *code)
{
    PyObject *pair = Py_BuildValue("(ssO)", file, name, code);
    if (pair)
        PyList_Append(found, pair);
    Py_XDECREF(pair);
}

static PyObject *unloaded(PyObject *self, PyObject *argument)
{
    (void)self, (void)argument;
    found = PyList_New(0);
    qpy_selection_unloaded(add_unloaded);
    return found;
}

static PyObject *source_text(PyObject *self, PyObject *arguments)
{
    (void)self;
    const char *file;
    PyObject *globals;
    if (!PyArg_ParseTuple(arguments, "sO", &file, &globals))
        return NULL;
    PyObject *text = qpy_source_text(file, globals);
    return text ? text : Py_NewRef(Py_None);
}

static PyMethodDef functions[] = {
    {"text", source_text, METH_VARARGS, "Read the text of a source."},
    {"begin", begin_selection, METH_VARARGS, "Begin the selection of files; return whether branches are counted."},
    {"covers", covers, METH_VARARGS, "Return whether a file is covered."},
    {"unloaded", unloaded, METH_NOARGS, "Return the files that are not loaded, with their code."},
    {"read", read_text, METH_VARARGS, "Read the statements of a text."},
    {NULL, NULL, 0, NULL},
};

static struct PyModuleDef module = {
    .m_base = PyModuleDef_HEAD_INIT,
    .m_name = "qii_text",
    .m_size = -1,
    .m_methods = functions,
};

PyMODINIT_FUNC PyInit_qii_text(void);

PyMODINIT_FUNC PyInit_qii_text(void)
{
    return PyModule_Create(&module);
}
