/* asyncio.h - tasks of asyncio. A task is created, and woken later, by scheduling a method of the task. */
#pragma once

#define PY_SSIZE_T_CLEAN
#include <Python.h>

/* Handle._run(self) is called: the event loop calls a callback, perhaps that of a timer. */
void qpy_asyncio_runs(PyFrameObject *frame);

/* An event loop is about to put this callback into its queue. */
void qpy_asyncio_schedules(PyObject *callback);

/* BaseEventLoop._call_soon(self, callback, ...) is called. */
void qpy_asyncio_call_soon(PyFrameObject *frame);

/* asyncio.tasks._set_task_name(task, name) is called: in CPython 3.11, a task gets its name after it was created. */
void qpy_asyncio_set_name(PyFrameObject *frame);

/* An event loop has named a task after it was created. */
void qpy_asyncio_names(PyObject *task);
