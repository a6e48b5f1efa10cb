#define Py_BUILD_CORE_MODULE 1
#define PY_SSIZE_T_CLEAN
#include "bindings/python/cover/script.h"

#include <Python.h>
#include <internal/pycore_frame.h>
#include <stdbool.h>

#include "bindings/python/cover/loaded.h"

static void (*program_begins)(void);

static bool is_named(PyCodeObject *code, const char *name)
{
    return PyUnicode_CompareWithASCIIString(code->co_qualname, name) == 0;
}

/* Evaluate frames until the program begins. Before it, the interpreter runs its own code: the module site and the
 * search for the program. A script runs as a module without a caller; runpy runs all others, by exec. */
static PyObject *evaluate(PyThreadState *state, struct _PyInterpreterFrame *frame, int throws)
{
    PyObject *caller = (PyObject *)PyThreadState_GetFrame(state);
    Py_XDECREF(caller);
    bool is_script = !caller && is_named(frame->f_code, "<module>");
    if (!is_script && (caller || !is_named(frame->f_code, "_run_module_as_main")))
        return _PyEval_EvalFrameDefault(state, frame, throws);
    _PyInterpreterState_SetEvalFrameFunc(PyInterpreterState_Get(), _PyEval_EvalFrameDefault);
    program_begins();
    PyObject *counted = is_script ? qpy_loaded_counted((PyObject *)frame->f_code, frame->f_globals, true) : NULL;
    if (!counted)
        return _PyEval_EvalFrameDefault(state, frame, throws);
    Py_INCREF(counted);
    PyObject *result = PyEval_EvalCode(counted, frame->f_globals, frame->f_locals);
    Py_DECREF(counted);
    return result;
}

void qpy_script_begin(void (*begins)(void))
{
    program_begins = begins;
    _PyInterpreterState_SetEvalFrameFunc(PyInterpreterState_Get(), evaluate);
}
