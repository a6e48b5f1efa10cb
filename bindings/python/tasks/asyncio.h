/* asyncio.h - tasks of asyncio. A task is created, and woken later, by scheduling a method of the task. */
#pragma once

#define PY_SSIZE_T_CLEAN
#include <Python.h>
#include <stdbool.h>

/* Handle.__init__(self, ...) is called: an event loop makes a handle for each scheduled callback. */
void qpy_asyncio_handle(PyFrameObject *frame);

/* Handle._run(self) is about to call a callback: store the time of its timer, and to which task its wake-ups are
 * attributed. */
void qpy_asyncio_runs(PyFrameObject *frame);

/* An event loop is about to put this callback into its queue. If a timer causes this, the event loop has looked at it
 * `late` nanoseconds too late. Return whether the callback is a method of a task. */
bool qpy_asyncio_schedules(PyObject *callback, uint64_t late);

/* BaseEventLoop.close(self) is called: callbacks in its queue will not run. */
void qpy_asyncio_close(PyFrameObject *frame);

/* BaseEventLoop._call_soon(self, callback, ...) is called. */
void qpy_asyncio_call_soon(PyFrameObject *frame);

/* asyncio.tasks._set_task_name(task, name) is called: in CPython 3.11, a task gets its name after it was created. */
void qpy_asyncio_set_name(PyFrameObject *frame);

/* An event loop has named a task after it was created. */
void qpy_asyncio_names(PyObject *task);
