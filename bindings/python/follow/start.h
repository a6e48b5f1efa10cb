/* start.h - the moments at which the recording of a program and of a thread start. */
#pragma once

#include <stdbool.h>

#include "bindings/python/frames/stack.h"

/* Return whether the program begins with the call that made this frame. Before it, the interpreter runs its own code:
 * the module site and the search for the program. */
bool qpy_start_is_program(PyFrameObject *frame);

/* Record that a frame and all its callers are open already, without counting calls; NULL = none. If out of memory,
 * record none of them. */
void qpy_start_follow(struct qpy_stack *stack, PyFrameObject *newest);

/* Name the calling thread for reports, if its first function runs in this frame and it has a name. */
void qpy_start_name_thread(PyFrameObject *frame);
