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

#include <jni.h>
#include <stdbool.h>
#include <stdint.h>

struct qjvm_timer; /* of a thread */

/* Install the signal handler. Return false if this fails. */
bool qjvm_timers_start(unsigned samples_per_second);

/* Stop taking samples, in all threads. */
void qjvm_timers_stop(void);

/* Begin to sample the calling thread. */
void qjvm_timers_begin(JNIEnv *env);

/* The calling thread ends. */
void qjvm_timers_end(void);

/* Return the handle of the thread in the library. */
void *qjvm_timer_handle(const struct qjvm_timer *timer);

/* For the recorder thread: end the recording of one thread, whose clock has this value; or of all that are left. */
void qjvm_timer_free(struct qjvm_timer *timer, uint64_t clock);
void qjvm_timers_free_all(void);
