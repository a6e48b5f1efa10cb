/* interrupt.h - interruptions of the thread that runs Python's code.
 *
 * In CPython 3.11 a signal (SIGPROF) interrupts the thread (interrupt_signal.c). Its handler sets a profile function,
 * which is called at the next event: until then, the thread stays in the same function. Then the profile function
 * removes itself. Since version 3.12 the interpreter is asked to call a function as soon as it can
 * (interrupt_pending.c). */
#pragma once

#define PY_SSIZE_T_CLEAN
#include <Python.h>

/* Prepare interruptions, which call this function in the interrupted thread. It holds the GIL, and gets the newest
 * frame that has run; NULL = none. Return NULL or an error message. */
const char *qpy_interrupts_begin(void (*interrupted)(PyFrameObject *frame));

/* Call the function no more. Any thread may call this. */
void qpy_interrupts_end(void);

/* Interrupt the thread that runs Python's code, if there is one. The calling thread is another one, without the GIL. */
void qpy_interrupt(void);
