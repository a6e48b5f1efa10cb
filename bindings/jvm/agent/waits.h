/* waits.h - where a thread waits on its system thread: told as a method of its own, which blocks or waits, below the
 * method that led there. A virtual thread that leaves its carrier does not wait so: virtual_threads.h. */
#ifndef QJVM_WAITS_H
#define QJVM_WAITS_H

#include <stdbool.h>

#include "bindings/jvm/agent/natives.h"
#include "bindings/kit/library.h"

struct qjvm_wait {
    struct qjvm_binding native; /* the native method that it is told as */
    const char *name;           /* where it is none */
    int flags;                  /* QPROF_METHOD_FLAGS */
    qprof_MethodID id;          /* 0: it is not met yet */
};

/* The calling thread is about to wait. Returns whether that was told: not where no method of the application is on the
 * stack, since a worker that has nothing to do, or a thread of the JVM's own, waits in the name of nobody. */
bool qjvm_wait_begin(struct qjvm_wait *wait);

/* It goes on, and qjvm_wait_begin has returned true. */
void qjvm_wait_end(const struct qjvm_wait *wait);

/* Whether the calling thread, or the virtual thread on it, is told to be there. */
bool qjvm_wait_is_open(const struct qjvm_wait *wait);

#endif
