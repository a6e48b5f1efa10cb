/* pending.h - calls that the interpreter makes as soon as it can, on the thread that runs Python's code. */
#pragma once

#define PY_SSIZE_T_CLEAN
#include <Python.h>
#include <stdbool.h>

/* Exported by CPython, but declared in an internal header. Unlike Py_AddPendingCall, it does not insist on the main
 * thread. */
extern int _PyEval_AddPendingCall(PyInterpreterState *interpreter, int (*function)(void *), void *data, int flags);

/* Request a call of the function. CPython looks for such calls when a function begins, in loops, and after calls of C
 * functions. Any thread may call this, also without the GIL. Return false if too many calls are requested. */
static inline bool qpy_pending_add(PyInterpreterState *interpreter, int (*function)(void *), void *data)
{
    return _PyEval_AddPendingCall(interpreter, function, data, 0) == 0;
}
