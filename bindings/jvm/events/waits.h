/* waits.h - waits on a system thread, recorded as calls of a method whose time is blocked or waiting; in a run of
 * samples with the stack (sample/suspensions.h). If a virtual thread leaves its carrier to wait, virtual_threads.h
 * records the wait instead. */
#pragma once

#include <stdbool.h>

#include "bindings/jvm/runtime/natives.h"
#include "bindings/kit/library.h"

struct qjvm_wait {
    struct qjvm_binding native; /* native method that waits; reports show the wait under its name */
    const char *name;           /* name of the wait in reports, if there is no native method */
    const char *class_name;     /* class of this name, NULL = none */
    int flags;                  /* QPROF_METHOD_FLAGS */
    qprof_MethodID id;          /* 0 = the method is not registered yet */
};

/* Return whether waits of the calling thread are recorded: the run measures time, and a method of the application is on
 * the stack. There is none in an idle worker thread or a thread of the JVM itself. */
bool qjvm_wait_is_recorded(void);

/* Return the id of the method that stands for the wait; register it if necessary. Return 0 if out of memory. */
qprof_MethodID qjvm_wait_id(struct qjvm_wait *wait);

/* Record that the calling thread begins to wait, if its waits are recorded. Return whether the wait was recorded. */
bool qjvm_wait_begin(struct qjvm_wait *wait);

/* Return the method on top of the recorded stack of the calling thread, or of the virtual thread on it; in a run of
 * samples only the rows of waits are on it. Return 0 if the stack is empty. */
qprof_MethodID qjvm_wait_top(void);

/* Return whether this wait is on top of the recorded stack of the calling thread, or of the virtual thread on it. */
bool qjvm_wait_is_open(const struct qjvm_wait *wait);

/* Record that the wait of the calling thread has ended. Nothing happens if it is not open, since it began in a run that
 * has ended. */
void qjvm_wait_end(const struct qjvm_wait *wait);
