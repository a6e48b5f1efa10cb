#include "bindings/python/exits.h"

#include <limits.h>
#include <stdbool.h>

#include "bindings/python/functions/replaced.h"

static void (*end_recording)(void);
static _PyCFunctionFastWithKeywords exit_of_python;

/* Return whether os._exit certainly accepts the arguments; if it refuses them, the program continues. Programs that
 * pass a keyword or an object with __index__, which is rare, are shown as killed. */
static bool are_valid(PyObject *const *arguments, Py_ssize_t count, PyObject *names)
{
    if (count != 1 || (names && PyTuple_GET_SIZE(names) > 0) || !PyLong_Check(arguments[0]))
        return false;
    int overflow = 0;
    long status = PyLong_AsLongAndOverflow(arguments[0], &overflow);
    return !overflow && status >= INT_MIN && status <= INT_MAX;
}

static PyObject *exit_recorded(PyObject *self, PyObject *const *arguments, Py_ssize_t count, PyObject *names)
{
    if (are_valid(arguments, count, names) && PyInterpreterState_Get() == PyInterpreterState_Main())
        end_recording();
    return exit_of_python(self, arguments, count, names);
}

void qpy_exits_begin(void (*end)(void))
{
    if (end_recording)
        return;
    end_recording = end;
    PyObject *module = PyImport_ImportModule("posix");
    PyObject *function = module ? PyObject_GetAttrString(module, "_exit") : NULL;
    PyCFunction ours = QPY_CAST(PyCFunction, exit_recorded);
    PyCFunction before = function ? qpy_replaced(function, "os._exit", METH_FASTCALL | METH_KEYWORDS, ours) : NULL;
    exit_of_python = QPY_CAST(_PyCFunctionFastWithKeywords, before);
    Py_XDECREF(function);
    Py_XDECREF(module);
    PyErr_Clear(); /* if os._exit has another form, reports show such programs as killed */
}
