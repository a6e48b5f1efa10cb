/* sample.h - sampled runs (-sample): instead of all calls, the client reports the function on top from time to time.
 *
 * The run's clock stands still between two samples. So the client can rebuild the stack with ordinary entries and
 * exits, to which no time is charged. The sample then charges all ticks since the previous sample to the function on
 * top. */
#pragma once

#include "base/attribute.h"
#include "core/event/count.h"

/* Begin a sample. The time from now until qp_sample, in which the client collects the stack, is charged to the
 * recorder. */
QP_SHARED void qp_sample_begin(const struct qp_call *call);

/* Record a sample in this block of the function on top; -1 means that the block is unknown. */
QP_SHARED void qp_sample(const struct qp_call *call, uint64_t virtual_id, int block);

/* A sample that the calling thread records for another one, which was handed over (carrier.h) and had used `cpu`
 * nanoseconds of CPU time. The methods are those of its whole stack, outermost first. */
struct qp_stack_sample {
    void *thread;
    uint64_t cpu;
    const unsigned long *methods;
    int count;
    uint64_t virtual_id;                    /* virtual thread that ran on the thread; 0 = none */
    int block;                              /* as above */
    const struct qp_allocation *allocation; /* the method on top allocated this, and no time is charged; NULL = time is
                                             * charged */
};

QP_SHARED void qp_sample_stack(const struct qp_call *call, const struct qp_stack_sample *sample);

/* Suspensions of that thread, or of a virtual thread that runs there, in the last method of this stack. Their time is
 * no part of the thread's CPU time, and is stored like that of a suspended virtual thread. */
struct qp_stack_suspension {
    void *thread;
    const unsigned long *methods; /* outermost first */
    int count;                    /* number of methods */
    int reason;                   /* QPROF_REASON_RUNNABLE, BLOCKED or WAITING */
    uint64_t virtual_id;          /* 0 = none */
    uint64_t times;               /* number of suspensions */
    uint64_t nanoseconds;
};

QP_SHARED void qp_sample_suspension(const struct qp_call *call, const struct qp_stack_suspension *suspension);

/* Name a thread that was handed over. */
QP_SHARED void qp_sample_name_thread(const struct qp_call *call, void *thread, const char *name);

/* Charge the thread's last time, and end it. */
QP_SHARED void qp_sample_end_thread(void *thread, uint64_t cpu);
