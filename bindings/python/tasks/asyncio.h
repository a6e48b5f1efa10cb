/* asyncio.h - tasks of asyncio. A task is created, and woken later, by scheduling a method of the task. */
#pragma once

#define PY_SSIZE_T_CLEAN
#include <Python.h>

/* A function is called that creates tasks of the coroutines among its arguments, also of those in a tuple. The
 * function's caller is shown as the creator of these tasks. Without this, it would be a function of asyncio. */
void qpy_asyncio_create(PyFrameObject *frame);

/* BaseEventLoop._call_soon(self, callback, ...) is called. */
void qpy_asyncio_call_soon(PyFrameObject *frame);

/* asyncio.tasks._set_task_name(task, name) is called: in CPython 3.11, a task gets its name after it was created. */
void qpy_asyncio_set_name(PyFrameObject *frame);
