/* postpone.h - functions that are first entered where they cannot be registered: in a signal handler, which must not
 * allocate memory, or in a malloc of the program that the recorder itself has called. They are registered later. Any
 * thread and signal handler may call these functions. */
#pragma once

#include <stdbool.h>

#include "include/qprof.h"

/* Begin work that may allocate memory, take locks, or read symbols. Return false if the calling thread does such work
 * already; then do not call native_work_ends. */
bool native_work_begins(void);
void native_work_ends(void);

/* Return whether the calling thread is in a signal handler, as its stack shows. Cost: some microseconds. */
bool native_is_in_handler(void);

/* Keep the id of a function to be registered later. If 256 wait already, do nothing: its name will be a number. */
void native_postpone(qprof_MethodID id);

/* Take the id of a function to be registered now, 0 if there is none. */
qprof_MethodID native_postponed(void);
