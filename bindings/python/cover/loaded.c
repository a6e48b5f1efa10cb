#define Py_BUILD_CORE_MODULE 1
#define PY_SSIZE_T_CLEAN
#include "bindings/python/cover/loaded.h"

#include <Python.h>
#include <internal/pycore_frame.h>

#include "bindings/python/cover/counted.h"
#include "bindings/python/cover/selected.h"

static Py_ssize_t extra = -1; /* index of our pointer in the extra data of code objects */
static PyInterpreterState *interpreter;

/* ---- the counted form of code that runs -------------------------------------------------------------------------- */

static char is_counted; /* its address is the pointer of a code object that is a counted form */

static void code_freed(void *pointer)
{
    if (pointer != &is_counted)
        Py_XDECREF(pointer);
}

/* Rewrite a code object of the module with these globals. Return a borrowed reference, NULL without an exception if the
 * code cannot be rewritten. */
static PyObject *rewrite(PyObject *code, PyObject *globals)
{
    PyObject *module = globals && PyDict_Check(globals) ? PyDict_GetItemString(globals, "__name__") : NULL;
    PyObject *counted = (PyObject *)qpy_counted_of((PyCodeObject *)code, module, NULL);
    if (counted != code && _PyCode_SetExtra(counted, extra, &is_counted) == 0 &&
        _PyCode_SetExtra(code, extra, counted) == 0)
        return counted;
    PyErr_Clear();
    Py_DECREF(counted);
    return NULL;
}

/* Return the counted form of a code object, NULL if there is none. The reference is borrowed from the code. */
static PyObject *counted_form(PyObject *code, PyObject *globals)
{
    void *known = NULL;
    _PyCode_GetExtra(code, extra, &known);
    if (known)
        return known == &is_counted ? NULL : known;
    return qpy_selected_file(((PyCodeObject *)code)->co_filename) ? rewrite(code, globals) : NULL;
}

/* ---- exec -------------------------------------------------------------------------------------------------------- */

static _PyCFunctionFastWithKeywords exec_of_python;

/* Take the place of builtins.exec: run the counted form of a code object. */
static PyObject *exec_counted(PyObject *self, PyObject *const *arguments, Py_ssize_t count, PyObject *names)
{
    enum { MOST = 4 }; /* source, globals, locals, closure */
    PyObject *changed[MOST];
    Py_ssize_t all = count + (names ? PyTuple_GET_SIZE(names) : 0);
    PyObject *counted = NULL;
    if (count > 0 && all <= MOST && PyCode_Check(arguments[0]) && PyInterpreterState_Get() == interpreter)
        counted = counted_form(arguments[0], count > 1 ? arguments[1] : PyEval_GetGlobals());
    if (!counted)
        return exec_of_python(self, arguments, count, names);
    for (Py_ssize_t i = 1; i < all; i++)
        changed[i] = arguments[i];
    changed[0] = counted;
    return exec_of_python(self, changed, count, names);
}

/* Replace the C function of the object builtins.exec, so that the program sees no other object. */
static bool replace_exec(void)
{
    PyObject *function = PyDict_GetItemString(PyEval_GetBuiltins(), "exec");
    if (!function || !PyCFunction_Check(function) ||
        PyCFunction_GET_FLAGS(function) != (METH_FASTCALL | METH_KEYWORDS)) {
        PyErr_SetString(PyExc_RuntimeError, "builtins.exec has an unknown form");
        return false;
    }
    PyMethodDef *def = ((PyCFunctionObject *)function)->m_ml;
    exec_of_python = (_PyCFunctionFastWithKeywords)(void (*)(void))def->ml_meth;
    def->ml_meth = (PyCFunction)(void (*)(void))exec_counted;
    return true;
}

/* ---- the script -------------------------------------------------------------------------------------------------- */

/* Return whether a frame without a caller begins the program (follow/profile.c). */
static bool is_named(PyCodeObject *code, const char *name)
{
    return PyUnicode_CompareWithASCIIString(code->co_qualname, name) == 0;
}

static PyObject *evaluate(PyThreadState *state, struct _PyInterpreterFrame *frame, int throws)
{
    PyCodeObject *code = frame->f_code;
    PyObject *caller = (PyObject *)PyThreadState_GetFrame(state);
    bool is_script = !caller && is_named(code, "<module>");
    Py_XDECREF(caller);
    if (!is_script && (caller || !is_named(code, "_run_module_as_main")))
        return _PyEval_EvalFrameDefault(state, frame, throws);
    _PyInterpreterState_SetEvalFrameFunc(interpreter, _PyEval_EvalFrameDefault);
    PyObject *counted = is_script ? rewrite((PyObject *)code, frame->f_globals) : NULL;
    if (!counted)
        return _PyEval_EvalFrameDefault(state, frame, throws);
    return PyEval_EvalCode(counted, frame->f_globals, frame->f_locals);
}

bool qpy_loaded_begin(void)
{
    interpreter = PyInterpreterState_Get();
    extra = _PyEval_RequestCodeExtraIndex(code_freed);
    if (extra < 0) {
        PyErr_SetString(PyExc_RuntimeError, "CPython has no space for another profiler's data in code objects");
        return false;
    }
    if (!qpy_selected_begin() || !qpy_counted_begin() || !replace_exec())
        return false;
    _PyInterpreterState_SetEvalFrameFunc(interpreter, evaluate);
    return true;
}
