/* suspensions.h - waits of sampled threads and suspensions of virtual threads, with their stacks.
 *
 * A thread that waits has the rows of its wait open (events/waits.h). When the wait ends, the thread collects its own
 * stack and sends it to the recorder thread (timers.h), with the time of the wait and the rows, which become callees of
 * the stack's innermost method. The recorder thread itself finds the stacks of threads that still wait when the run
 * ends or a copy of it is saved. The stack of a virtual thread is collected when it is mounted again. If there are many
 * short waits, only some of them get a stack (short_waits.h). */
#pragma once

#include <jvmti.h>
#include <stdbool.h>

#include "bindings/jvm/sample/open_rows.h"
#include "bindings/kit/slots.h"

/* Prepare for a run. An older library records no waits. */
void qjvm_suspensions_begin(void);

/* Return true if waits of the calling thread are recorded here. */
bool qjvm_suspensions_are_recorded(void);

/* Open a row of the calling thread, or of the virtual thread on it. `reason` is the state while this row is on top.
 * Return false if there is no room. */
bool qjvm_suspensions_open(unsigned long row, int reason);

/* qjvm_suspensions_top returns the row on top, 0 if none is open. qjvm_suspensions_close closes it when its wait has
 * ended. */
unsigned long qjvm_suspensions_top(void);
void qjvm_suspensions_close(void);

/* The virtual thread on the calling thread is about to leave it for this reason; or it is being mounted. */
void qjvm_suspensions_leave(int reason);
void qjvm_suspensions_mounted(jthread thread);

/* The calling thread ends, before qjvm_timers_end. */
void qjvm_suspensions_end(JNIEnv *env);

/* For the recorder thread: call `pass` with the waits that have not ended, and with all short waits. */
void qjvm_suspensions_visit_open(JNIEnv *env, void (*pass)(JNIEnv *env, const struct kit_slot *slot));
