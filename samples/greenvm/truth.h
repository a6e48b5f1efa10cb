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

/* Start measuring. If `log` is not NULL, write a line "NANOSECONDS thread NUMBER STATE" to it for each change of a
 * thread's state. `flags_of` returns the QPROF_METHOD_FLAGS_* of a function. */
void truth_open(const struct program *program, int (*flags_of)(const struct function *function), FILE *log);

/* Begin a new thread, which is runnable. */
void truth_begin(struct thread *thread);

/* Record that a thread's state changes. Call this on the thread's carrier, or on the system thread that makes the
 * thread runnable. */
void truth_state(struct thread *thread, enum state state);

/* Record that the function on top of a thread's stack is about to change. */
void truth_frame(struct thread *thread);

/* Record that the function on top of the thread's stack was called. */
void truth_call(const struct thread *thread);

/* Record that an event of `thread` was reported to the library. The time since the last call of one of these
 * functions belongs to the library. So no running thread is charged with it: neither `thread` nor the thread that runs
 * here and spawned or woke `thread`. If `thread` is parked, it continues to wait during that time. If the time is more
 * than TRUTH_GAP, the system preempted the carrier after the machine had read its clock and before the library read its
 * own. Then the machine and the library may disagree about the time, so it is added up as "unsure". */
void truth_reported(struct thread *thread);

/* Record that a thread has ended and that its end was reported. `name` is the name of its first function. */
void truth_end(struct thread *thread, const char *name);

/* Record that the calling system thread becomes a carrier. Call this before the system thread reports its first
 * event. Its time is measured from that event, as in a library, to its last call of truth_carrier_end. */
void truth_carrier_begin(int number);

/* Record that the carrier stopped running the thread `left` and begins to look for another thread. Call this after
 * truth_state of `left`, and before the change of its state is reported to the library. */
void truth_carrier_searches(const struct thread *left);

/* Record that the carrier has found a thread to run. Call this after truth_frame of `found`, and before reporting to
 * the library that `found` resumes. */
void truth_carrier_runs(const struct thread *found);

/* Record that the carrier will find no more threads. */
void truth_carrier_end(void);

/* Print everything, in nanoseconds:
 *     thread NUMBER FUNCTION running N runnable N blocked N waiting N unsure N stolen N reports N
 *         running-in-blocks N running-in-waits N     (on the same line)
 *     function NAME calls N running N runnable N blocked N waiting N unsure N stolen N reports N
 *     carrier NUMBER system ID running N scheduler N idle N library N unsure N stolen N reports N
 * Threads are named by their first function; the function "-" has the time before a thread's first function and after
 * its last. running-in-blocks and running-in-waits are the running time in natives with a flag, such as a send to a
 * channel that is not full. Libraries count that time as blocked or waiting. stolen is the part of the running time for
 * which other processes had the processor; library is the carrier's time in the library, which no other number
 * includes; reports is the number of calls of the library. */
void truth_print(FILE *out);

void truth_close(void);

#endif
