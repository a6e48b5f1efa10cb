/* waits.h - waits on a system thread, recorded as calls of a method that blocks or waits. Waits of a virtual thread
 * that leaves its carrier are recorded by virtual_threads.h. */
#pragma once

#include <stdbool.h>

#include "bindings/jvm/runtime/natives.h"
#include "bindings/kit/library.h"

struct qjvm_wait {
    struct qjvm_binding native; /* native method under whose name the wait is recorded */
    const char *name;           /* name if there is no native method */
    int flags;                  /* QPROF_METHOD_FLAGS */
    qprof_MethodID id;          /* 0: not registered yet */
};

/* Record that the calling thread begins to wait. Return whether that was recorded. If no method of the application is
 * on the stack, as in an idle worker or a thread of the JVM, nothing is recorded. */
bool qjvm_wait_begin(struct qjvm_wait *wait);

/* Record that the calling thread resumes. Call only if qjvm_wait_begin returned true. */
void qjvm_wait_end(const struct qjvm_wait *wait);

/* Return whether this wait is the current method of the calling thread, or of the virtual thread on it. */
bool qjvm_wait_is_open(const struct qjvm_wait *wait);
