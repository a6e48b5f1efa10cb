/* uvloop.h - tasks of asyncio in the event loop of uvloop, whose functions are in C. */
#pragma once

#define PY_SSIZE_T_CLEAN
#include <Python.h>

/* Replace methods of uvloop's Loop by which tasks are scheduled and named, before the program uses them. */
void qpy_uvloop_loaded(PyFrameObject *frame);

/* The recording begins while the program runs. If it has loaded uvloop already, follow its tasks. */
void qpy_uvloop_begin(void);
