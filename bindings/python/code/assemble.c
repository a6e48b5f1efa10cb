#define Py_BUILD_CORE_MODULE 1
#include "bindings/python/code/assemble.h"

#if PY_VERSION_HEX < 0x030c0000
#include <internal/pycore_code.h>

/* The public function would make new tuples of all names of variables, which takes 4 % of the time of rewriting. */
PyCodeObject *qpy_assemble(PyCodeObject *code, const struct qpy_code_parts *parts)
{
    struct _PyCodeConstructor constructor = {
        .filename = code->co_filename,
        .name = code->co_name,
        .qualname = code->co_qualname,
        .flags = code->co_flags,
        .code = parts->bytes,
        .firstlineno = code->co_firstlineno,
        .linetable = parts->locations,
        .consts = parts->constants,
        .names = code->co_names,
        .localsplusnames = code->co_localsplusnames,
        .localspluskinds = code->co_localspluskinds,
        .argcount = code->co_argcount,
        .posonlyargcount = code->co_posonlyargcount,
        .kwonlyargcount = code->co_kwonlyargcount,
        .stacksize = parts->stack_size,
        .exceptiontable = parts->handlers,
    };
    return _PyCode_New(&constructor);
}

#else

/* The public function knows no variables that are hidden, such as those of comprehensions. So the names and kinds of
 * variables become those of the original, which are the same otherwise. */
PyCodeObject *qpy_assemble(PyCodeObject *code, const struct qpy_code_parts *parts)
{
    PyObject *variables = PyCode_GetVarnames(code);
    PyObject *free_variables = PyCode_GetFreevars(code);
    PyObject *cells = PyCode_GetCellvars(code);
    PyCodeObject *result = NULL;
    if (variables && free_variables && cells)
        result = PyUnstable_Code_NewWithPosOnlyArgs(
            code->co_argcount, code->co_posonlyargcount, code->co_kwonlyargcount, code->co_nlocals, parts->stack_size,
            code->co_flags, parts->bytes, parts->constants, code->co_names, variables, free_variables, cells,
            code->co_filename, code->co_name, code->co_qualname, code->co_firstlineno, parts->locations,
            parts->handlers);
    Py_XDECREF(variables);
    Py_XDECREF(free_variables);
    Py_XDECREF(cells);
    if (result && result->co_nlocalsplus == code->co_nlocalsplus) {
        Py_SETREF(result->co_localsplusnames, Py_NewRef(code->co_localsplusnames));
        Py_SETREF(result->co_localspluskinds, Py_NewRef(code->co_localspluskinds));
    }
    return result;
}

#endif
