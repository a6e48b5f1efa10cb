/* thread.h - the threads of a Python program. Each thread that is followed has an object, which CPython passes to our
 * profile function and releases when the thread ends, or when the program sets a profile function of its own there:
 * CPython 3.11 has one profile function a thread. All calls require the GIL. */
#pragma once

#define PY_SSIZE_T_CLEAN
#include <Python.h>
#include <pthread.h>
#include <stdbool.h>

#include "bindings/python/frames/stack.h"

struct qpy_thread {
    PyObject_HEAD struct qpy_stacks stacks;
    bool has_events;         /* an event was reported, so the next field is set */
    pthread_t system_thread; /* thread that reports the events */
};

/* Prepare to follow threads with this profile function. Return false with a Python exception after an error. */
bool qpy_threads_begin(Py_tracefunc profile);

/* Set the profile function in each thread of the interpreter that has none. After qpy_threads_leave, do nothing. */
void qpy_threads_follow(void);

/* Remove the profile function from all threads. No frame is open afterwards. */
void qpy_threads_leave(void);

/* Note the gaps of threads that ended without our profile function. */
void qpy_threads_end(void);

extern PyInterpreterState *qpy_threads_interpreter;
extern uint64_t qpy_threads_newest; /* id of the newest thread when qpy_threads_follow was called, 0 = call it again */

/* Return whether a thread has been created, or the newest one has ended, since then, or a thread has lost its profile
 * function. If this is checked when a C function returns that has started a thread, the new thread cannot have run yet,
 * because it needs the GIL. */
static inline bool qpy_threads_have_changed(void)
{
    return PyInterpreterState_ThreadHead(qpy_threads_interpreter)->id != qpy_threads_newest;
}

/* Store that the calling thread reports the first event of `thread`, in this frame, and name it for reports. No frame
 * of the thread is open in the library afterwards. */
void qpy_thread_arrives(struct qpy_thread *thread, PyFrameObject *frame);
