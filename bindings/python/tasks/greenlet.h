/* greenlet.h - greenlets as virtual threads, also those of gevent.
 *
 * The module greenlet calls a trace function at each switch. The main greenlet of a thread is the thread itself. The
 * hub of gevent, which runs the event loop, is no virtual thread: while it runs, its functions are on top of the
 * thread's own stack, where the main greenlet waits. */
#pragma once

#define PY_SSIZE_T_CLEAN
#include <Python.h>

/* The code of the module greenlet is about to run: follow the greenlets of this thread, and of threads that begin
 * later. */
void qpy_greenlet_loaded(PyFrameObject *frame);

/* The recording begins while the program runs. If it uses greenlets already, follow those of threads that begin later.
 */
void qpy_greenlets_begin(void);

/* Forget all greenlets, because the recording ends. */
void qpy_greenlets_end(void);

/* A thread begins, or the recording begins in it. If the program uses greenlets, follow those of the thread. */
void qpy_greenlet_thread_begins(void);
