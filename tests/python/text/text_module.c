/* text_module.c - the Python module qii_text, with which tests read the statements of a source (bindings/python/text).
 *
 *     qii_text.read(TEXT, EXCLUDED, NO_BRANCH)
 *
 * TEXT is bytes; the others are `search` methods of compiled regular expressions, or None for the defaults. The result
 * is (first lines, lines of the code, excluded ranges, lines without branches); the first two are indexed by line. */
#define PY_SSIZE_T_CLEAN
#include <Python.h>

#include "bindings/python/text/patterns.h"
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
    for (int i = 0; i <= qpy_statements_last(statements); i++) {
        add_number(first, qpy_statements_first(statements, i));
        add_number(code, qpy_statements_of_code(statements, i));
        if (qpy_statements_has_no_branch(statements, i))
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
    if (!PyArg_ParseTuple(arguments, "y#OO", &text, &size, &excluded, &no_branch))
        return NULL;
    struct qpy_exclusions exclusions = {{qpy_patterns_no_cover, NULL}, {qpy_patterns_no_branch, NULL}, "pragma"};
    if (excluded != Py_None)
        exclusions.excluded = (struct qpy_patterns){qpy_patterns_search, excluded};
    if (no_branch != Py_None)
        exclusions.no_branch = (struct qpy_patterns){qpy_patterns_search, no_branch};
    struct qpy_statements *statements = qpy_statements_read(text, (size_t)size, &exclusions);
    if (!statements)
        return PyErr_NoMemory();
    PyObject *result = describe(statements);
    qpy_statements_free(statements);
    return result;
}

static PyMethodDef functions[] = {
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
