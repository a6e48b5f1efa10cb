/* trio.h - tasks of trio. A task is created, and woken later, by scheduling it. */
#pragma once

#define PY_SSIZE_T_CLEAN
#include <Python.h>

/* Runner.reschedule(self, task, ...) is called. */
void qpy_trio_reschedule(PyFrameObject *frame);
