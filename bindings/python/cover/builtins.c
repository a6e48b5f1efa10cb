#include "bindings/python/cover/builtins.h"

#define PY_SSIZE_T_CLEAN
#include <Python.h>
#include <string.h>

#include "bindings/python/cover/contexts.h"
#include "bindings/python/cover/loaded.h"
#include "bindings/python/functions/replaced.h"
#include "bindings/python/functions/source.h"

/* The C functions of Python. */
static _PyCFunctionFastWithKeywords exec_of_python;
static _PyCFunctionFastWithKeywords compile_of_python;
#if PY_VERSION_HEX < 0x030d0000
static _PyCFunctionFast eval_of_python;
#else
static _PyCFunctionFastWithKeywords eval_of_python;
#endif

/* Return the globals with which exec or eval runs code. Since version 3.13, they may be a keyword argument. */
static PyObject *globals_of(PyObject *const *arguments, Py_ssize_t count, PyObject *names)
{
    PyObject *globals = count > 1 ? arguments[1] : Py_None;
    for (Py_ssize_t i = 0; names && i < PyTuple_GET_SIZE(names); i++)
        if (PyUnicode_CompareWithASCIIString(PyTuple_GET_ITEM(names, i), "globals") == 0)
            globals = arguments[count + i];
    return globals != Py_None ? globals : PyEval_GetGlobals();
}

/* ---- texts ------------------------------------------------------------------------------------------------------- */

/* Return the bytes of a str or bytes object, NULL for others. */
static const char *text_of(PyObject *object, Py_ssize_t *size)
{
    const char *text = NULL;
    if (PyUnicode_Check(object)) {
        text = PyUnicode_AsUTF8AndSize(object, size);
    } else if (PyBytes_Check(object)) {
        text = PyBytes_AS_STRING(object);
        *size = PyBytes_GET_SIZE(object);
    }
    PyErr_Clear();
    return text;
}

/* Store the text of code that was compiled from it. A name in angle brackets is no file. */
static void remember(PyObject *code, const char *name, const char *text, Py_ssize_t size)
{
    struct qpy_source *source = name && *name == '<' ? qpy_source_of_text(name, text, (size_t)size) : NULL;
    if (source)
        qpy_loaded_set_source(code, source);
}

/* Compile a text as exec does. Return NULL with an exception if there is an error in it. */
static PyObject *compile_for_exec(const char *text, bool is_bytes)
{
    PyCompilerFlags flags = {PyCF_SOURCE_IS_UTF8 | (is_bytes ? 0 : PyCF_IGNORE_COOKIE), PY_MINOR_VERSION};
    PyEval_MergeCompilerFlags(&flags);
    return Py_CompileStringExFlags(text, "<string>", Py_file_input, &flags, -1);
}

/* ---- the three functions ----------------------------------------------------------------------------------------- */

/* Return the code object that exec is to run: the counted form of its first argument, or its code. The reference is
 * new. Return NULL with an exception if a text has an error, without one if exec is called with something else. */
static PyObject *code_of_exec(PyObject *const *arguments, Py_ssize_t count, PyObject *names)
{
    PyObject *code = NULL;
    if (PyCode_Check(arguments[0])) {
        code = arguments[0];
        Py_INCREF(code);
    } else if (!names && qpy_loaded_caller_is_counted()) {
        Py_ssize_t size = 0;
        const char *text = text_of(arguments[0], &size);
        if (text && strlen(text) == (size_t)size)
            code = compile_for_exec(text, PyBytes_Check(arguments[0]));
        if (code)
            remember(code, "<string>", text, size);
    }
    PyObject *counted = code ? qpy_loaded_counted(code, globals_of(arguments, count, names), false) : NULL;
    if (!counted)
        return code;
    Py_INCREF(counted);
    Py_DECREF(code);
    return counted;
}

static PyObject *exec_counted(PyObject *self, PyObject *const *arguments, Py_ssize_t count, PyObject *names)
{
    enum { MOST = 4 }; /* source, globals, locals, closure */
    Py_ssize_t all = count + (names ? PyTuple_GET_SIZE(names) : 0);
    PyObject *code = NULL;
    if (count > 0 && all <= MOST && qpy_loaded_is_here())
        code = code_of_exec(arguments, count, names);
    if (!code)
        return PyErr_Occurred() ? NULL : exec_of_python(self, arguments, count, names);
    PyObject *changed[MOST] = {code};
    for (Py_ssize_t i = 1; i < all; i++)
        changed[i] = arguments[i];
    int before = qpy_contexts_load(code, globals_of(arguments, count, names));
    PyObject *result = exec_of_python(self, changed, count, names);
    if (before >= 0)
        qpy_contexts_return(before);
    Py_DECREF(code);
    return result;
}

/* Return the counted form of the first argument of eval, NULL if there is none. Texts are not counted: most have one
 * line, and some programs evaluate very many. */
static PyObject *code_of_eval(PyObject *const *arguments, Py_ssize_t count, PyObject *names)
{
    if (count == 0 || !PyCode_Check(arguments[0]) || !qpy_loaded_is_here())
        return NULL;
    PyObject *counted = qpy_loaded_counted(arguments[0], globals_of(arguments, count, names), false);
    Py_XINCREF(counted);
    return counted;
}

enum { EVAL_ARGUMENTS = 3 }; /* source, globals, locals */

#if PY_VERSION_HEX < 0x030d0000

static PyObject *eval_counted(PyObject *self, PyObject *const *arguments, Py_ssize_t count)
{
    PyObject *code = count <= EVAL_ARGUMENTS ? code_of_eval(arguments, count, NULL) : NULL;
    if (!code)
        return eval_of_python(self, arguments, count);
    PyObject *changed[EVAL_ARGUMENTS] = {code};
    for (Py_ssize_t i = 1; i < count; i++)
        changed[i] = arguments[i];
    PyObject *result = eval_of_python(self, changed, count);
    Py_DECREF(code);
    return result;
}

#else

static PyObject *eval_counted(PyObject *self, PyObject *const *arguments, Py_ssize_t count, PyObject *names)
{
    Py_ssize_t all = count + (names ? PyTuple_GET_SIZE(names) : 0);
    PyObject *code = all <= EVAL_ARGUMENTS ? code_of_eval(arguments, count, names) : NULL;
    if (!code)
        return eval_of_python(self, arguments, count, names);
    PyObject *changed[EVAL_ARGUMENTS] = {code};
    for (Py_ssize_t i = 1; i < all; i++)
        changed[i] = arguments[i];
    PyObject *result = eval_of_python(self, changed, count, names);
    Py_DECREF(code);
    return result;
}

#endif

static PyObject *compile_counted(PyObject *self, PyObject *const *arguments, Py_ssize_t count, PyObject *names)
{
    PyObject *code = compile_of_python(self, arguments, count, names);
    if (!code || count < 2 || !PyCode_Check(code) || !qpy_loaded_is_here() || !qpy_loaded_caller_is_counted())
        return code;
    Py_ssize_t size = 0;
    Py_ssize_t ignored = 0;
    const char *text = text_of(arguments[0], &size);
    if (text)
        remember(code, text_of(arguments[1], &ignored), text, size);
    return code;
}

/* ---- replacement ------------------------------------------------------------------------------------------------- */

/* Replace the C function of a builtin function. Return the former one; NULL with an exception on failure. */
static PyCFunction replace(const char *name, int flags, PyCFunction ours)
{
    return qpy_replaced(PyDict_GetItemString(PyEval_GetBuiltins(), name), name, flags, ours);
}

bool qpy_builtins_begin(void)
{
    exec_of_python = QPY_CAST(_PyCFunctionFastWithKeywords,
                              replace("exec", METH_FASTCALL | METH_KEYWORDS, QPY_CAST(PyCFunction, exec_counted)));
    compile_of_python = QPY_CAST(_PyCFunctionFastWithKeywords, replace("compile", METH_FASTCALL | METH_KEYWORDS,
                                                                       QPY_CAST(PyCFunction, compile_counted)));
#if PY_VERSION_HEX < 0x030d0000
    eval_of_python = QPY_CAST(_PyCFunctionFast, replace("eval", METH_FASTCALL, QPY_CAST(PyCFunction, eval_counted)));
#else
    eval_of_python = QPY_CAST(_PyCFunctionFastWithKeywords,
                              replace("eval", METH_FASTCALL | METH_KEYWORDS, QPY_CAST(PyCFunction, eval_counted)));
#endif
    return exec_of_python && compile_of_python && eval_of_python;
}
