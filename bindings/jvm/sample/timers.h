/* timers.h - timers on the CPU clocks of the threads, and the signal handler.
 *
 * The path of a sample (`qii java --sample`):
 *   1. A timer on the thread's CPU clock sends a signal to the thread.
 *   2. The handler collects the thread's stack (stacks.h) and sends it to the recorder thread through a slot
 *      (bindings/kit/slots.h). It takes no lock and allocates nothing.
 *   3. The recorder thread (samples.h) finds functions and lines, registers new ones, and records the sample for the
 *      sampled thread, which it charges with the CPU time since the thread's previous sample.
 *
 * A kernel delivers CPU timers at its ticks, 250 times a second on most machines. */
#pragma once

#include <jvmti.h>
#include <stdbool.h>
#include <stdint.h>

#include "bindings/jvm/sample/open_rows.h"
#include "bindings/kit/sampled.h"

/* A sampled thread. */
struct qjvm_sampled {
    struct kit_sampled it;
    unsigned run; /* number of the run */
    JNIEnv *env;  /* NULL = a thread that ran before, of which no sample has been taken */
    struct qjvm_suspensions suspensions;
};

/* Install the signal handler. Return false if this fails. */
bool qjvm_timers_start(unsigned samples_per_second);

/* Begin to sample the calling thread. */
void qjvm_timers_begin(JNIEnv *env);

/* Begin to sample the threads that qjvm_running_find found. */
void qjvm_timers_begin_others(void);

/* Return the calling thread's struct, NULL if it is not sampled in this run. In a run that began while the program ran,
 * the first call in a thread finds its struct. */
struct qjvm_sampled *qjvm_timers_current(void);

/* For the recorder thread: return the handle of a thread. One that ran before gets it here, with its name. */
void *qjvm_timers_handle(struct kit_sampled *thread);

/* Name the calling thread. Return false if it is not sampled. */
bool qjvm_timers_name(const char *name);

/* The calling thread ends. */
void qjvm_timers_end(void);

/* Send the stack of an allocation on the calling thread, of an object whose class has this row (0 = none), that stands
 * for so many bytes and objects. */
void qjvm_timers_take_allocation(jvmtiEnv *jvmti, unsigned long row, uint64_t bytes, unsigned objects);

/* For the recorder thread: end the recording of a thread, whose clock has this value. */
void qjvm_timers_free(struct kit_sampled *thread, uint64_t clock);
