#define Py_BUILD_CORE_MODULE 1
#define PY_SSIZE_T_CLEAN
#include "bindings/python/cover/script.h"

#include <Python.h>
#if PY_VERSION_HEX < 0x030c0000
#include <internal/pycore_frame.h>
#endif
#include <stdbool.h>

#include "bindings/python/cover/loaded.h"

static void (*program_begins)(void);

static bool is_named(PyCodeObject *code, const char *name)
{
    return PyUnicode_CompareWithASCIIString(code->co_qualname, name) == 0;
}

/* Return the code of a frame that is not linked to its caller yet, a borrowed reference. */
static PyCodeObject *code_of(struct _PyInterpreterFrame *frame)
{
#if PY_VERSION_HEX < 0x030c0000
    return frame->f_code;
#else
    PyObject *code = PyUnstable_InterpreterFrame_GetCode(frame);
    Py_DECREF(code);
    return (PyCodeObject *)code;
#endif
}

/* Free a frame without running it: since version 3.12, that is the evaluator's task. A thrown exception does this. */
static void discard(PyThreadState *state, struct _PyInterpreterFrame *frame)
{
#if PY_VERSION_HEX < 0x030c0000
    (void)state;
    (void)frame;
#else
    PyObject *error = PyErr_GetRaisedException();
    PyErr_SetNone(PyExc_GeneratorExit);
    PyObject *result = _PyEval_EvalFrameDefault(state, frame, 1);
    Py_XDECREF(result);
    PyErr_SetRaisedException(error);
#endif
}

/* Evaluate frames until the program begins. Before it, the interpreter runs its own code: the module site and the
 * search for the program. A script runs as a module without a caller; runpy runs all others, by exec. */
static PyObject *evaluate(PyThreadState *state, struct _PyInterpreterFrame *frame, int throws)
{
    PyObject *caller = (PyObject *)PyThreadState_GetFrame(state);
    PyCodeObject *code = code_of(frame);
    Py_XDECREF(caller);
    bool is_script = !caller && is_named(code, "<module>");
    if (!is_script && (caller || !is_named(code, "_run_module_as_main")))
        return _PyEval_EvalFrameDefault(state, frame, throws);
    _PyInterpreterState_SetEvalFrameFunc(PyInterpreterState_Get(), _PyEval_EvalFrameDefault);
    program_begins();
    PyObject *globals = is_script ? PyModule_GetDict(PyImport_AddModule("__main__")) : NULL;
    PyObject *counted = is_script ? qpy_loaded_counted((PyObject *)code, globals, true) : NULL;
    if (!counted)
        return _PyEval_EvalFrameDefault(state, frame, throws);
    Py_INCREF(counted);
    PyObject *result = PyEval_EvalCode(counted, globals, globals);
    Py_DECREF(counted);
    discard(state, frame);
    return result;
}

void qpy_script_begin(void (*begins)(void))
{
    program_begins = begins;
    _PyInterpreterState_SetEvalFrameFunc(PyInterpreterState_Get(), evaluate);
}
