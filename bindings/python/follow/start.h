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

/* The calling thread runs its first function, in this frame: set its context, and name it for reports if it has a name.
 */
void qpy_start_thread(PyFrameObject *frame);

/* From now on, threads that begin have the context with this number; 0 = none. Return the number before. */
int qpy_start_inherit(int number);
