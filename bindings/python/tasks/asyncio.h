/* asyncio.h - tasks of asyncio. A task is created, and woken later, by scheduling a method of the task. */
#pragma once

#define PY_SSIZE_T_CLEAN
#include <Python.h>
#include <stdbool.h>

/* Handle.__init__(self, ...) is called, for a callback that will be in the queue of an event loop. */
void qpy_asyncio_handle(PyFrameObject *frame);

/* Handle._run(self) is about to call a callback: store the time of its timer, and in whose name it acts. */
void qpy_asyncio_runs(PyFrameObject *frame);

/* An event loop is about to put this callback into its queue. If a timer causes this, the event loop has looked at it
 * `late` nanoseconds too late. Return whether it is a method of a task. */
bool qpy_asyncio_schedules(PyObject *callback, uint64_t late);

/* BaseEventLoop._call_soon(self, callback, ...) is called. */
void qpy_asyncio_call_soon(PyFrameObject *frame);

/* asyncio.tasks._set_task_name(task, name) is called: in CPython 3.11, a task gets its name after it was created. */
void qpy_asyncio_set_name(PyFrameObject *frame);

/* An event loop has named a task after it was created. */
void qpy_asyncio_names(PyObject *task);
