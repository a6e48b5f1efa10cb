/* truth.h - the machine's own measurement of its threads' time.
 *
 * The machine itself switches threads, so it can read a clock at each switch, and add up times per thread, per function
 * on top and per carrier. No profiler of virtual threads can be more accurate, so compare the lines that truth_print
 * writes with a library's data. Nothing is measured unless truth_open was called. */
#ifndef TRUTH_H
#define TRUTH_H

#include "../tinyvm/program.h"
#include "thread.h"

#include <stdbool.h>
#include <stdio.h>

#define TRUTH_GAP 10000 /* nanoseconds; a call of the library takes less, unless the system preempts the thread */

/* Start measuring, and write each change of a state to log, which may be NULL: "NANOSECONDS thread NUMBER STATE".
 * flags_of returns QPROF_METHOD_FLAGS_*. */
void truth_open(const struct program *program, int (*flags_of)(const struct function *function), FILE *log);

/* Begin a new thread, which is runnable. */
void truth_begin(struct thread *thread);

/* Record that a thread's state changes. Its carrier calls this, or the system thread that makes it runnable. */
void truth_state(struct thread *thread, enum state state);

/* Record that the function on top of a thread's stack is about to change. */
void truth_frame(struct thread *thread);

/* The function on top was called. */
void truth_call(const struct thread *thread);

/* Record that an event of the thread was reported to the library. The time since the last call of one of these
 * functions belongs to the library: it is charged neither to a running thread nor to the thread that runs here and
 * spawned or woke it. A parked thread continues to wait during that time. If the time is more than TRUTH_GAP, the
 * system preempted the carrier between the clock readings of the machine and of the library. Then either of them may
 * charge the time, so it is added up as "unsure". */
void truth_reported(struct thread *thread);

/* Record that a thread has ended and that its end was reported. `name` is its first function. */
void truth_end(struct thread *thread, const char *name);

/* Record that the calling system thread becomes a carrier, and has reported nothing yet. As in a library, its time
 * is measured from its first event on. It is measured up to its last call of truth_carrier_end. */
void truth_carrier_begin(int number);

/* Record that the carrier begins to look for a thread to run. It left the thread `left`, whose state has just
 * changed. Call this and the next function before the change is reported to the library. */
void truth_carrier_searches(const struct thread *left);

/* Record that the carrier has found a thread to run. Call truth_frame for the thread before. */
void truth_carrier_runs(const struct thread *found);

/* The carrier will find no more threads. */
void truth_carrier_end(void);

/* Print everything, in nanoseconds:
 *     thread NUMBER FUNCTION running N runnable N blocked N waiting N unsure N stolen N reports N
 *         running-in-blocks N running-in-waits N     (on the same line)
 *     function NAME calls N running N runnable N blocked N waiting N unsure N stolen N reports N
 *     carrier NUMBER system ID running N scheduler N idle N library N unsure N stolen N reports N
 * Threads are named by their first function; the function "-" has the time before a thread's first function and after
 * its last. running-in-blocks and running-in-waits are running time in flagged natives, as in a send to a channel with
 * room, which libraries count as blocked or waiting. stolen is the part of the running time for which other processes
 * had the processor; library is the carrier's time in the library, not included elsewhere; reports is the number of
 * calls of the library. */
void truth_print(FILE *out);

void truth_close(void);

#endif
