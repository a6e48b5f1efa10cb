/* open_rows.h - state of threads and virtual threads that may wait (suspensions.h). */
#pragma once

#include <jvmti.h>
#include <pthread.h>
#include <stdint.h>

#include "bindings/jvm/sample/short_waits.h"
#include "bindings/kit/slots.h"

#define QJVM_REASONS 3    /* QPROF_REASON_RUNNABLE, _BLOCKED and _WAITING */
#define QJVM_RUNS    (-1) /* beside these: the thread runs */

/* The open rows of a thread or virtual thread, outermost first, and its state. */
struct qjvm_open_rows {
    unsigned long rows[KIT_SLOT_ROWS];
    signed char reasons[KIT_SLOT_ROWS]; /* state while the row is on top: QJVM_RUNS or QPROF_REASON_* */
    int count;
    int reason;     /* present state */
    uint64_t since; /* reading of CLOCK_MONOTONIC */
    uint64_t woken; /* of a virtual thread: reading at its wake-up, 0 = it is not woken; atomic */
};

/* Waits of a system thread, and of the virtual threads that it runs. */
struct qjvm_suspensions {
    pthread_mutex_t lock; /* the recorder thread reads what follows */
    struct qjvm_open_rows open;
    struct qjvm_short_waits short_waits[QJVM_REASONS];
    jweak thread; /* the Java thread; NULL = it has not waited yet */
};
