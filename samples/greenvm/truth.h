/* truth.h - the machine's own measurement of its threads' time.
 *
 * The machine makes the switches, so it reads a clock at each of them, and adds up times per thread, per function on
 * top and per carrier. A profiler of virtual threads can be no more accurate: compare truth_print's lines with a
 * library's data. Without truth_open nothing is measured. */
#ifndef TRUTH_H
#define TRUTH_H

#include "../tinyvm/program.h"
#include "thread.h"

#include <stdbool.h>
#include <stdio.h>

#define TRUTH_GAP 10000 /* nanoseconds: a call of the library takes less, unless the system stops the thread */

/* Start measuring, and write each change of a state to log, which may be NULL: "NANOSECONDS thread NUMBER STATE".
 * flags_of returns QPROF_METHOD_FLAGS_*. */
void truth_open(const struct program *program, int (*flags_of)(const struct function *function), FILE *log);

/* Begin a new thread, which is runnable. */
void truth_begin(struct thread *thread);

/* Change a thread's state. Called by its carrier, or by the system thread that makes it runnable. */
void truth_state(struct thread *thread, enum state state);

/* The function on top is about to change. */
void truth_frame(struct thread *thread);

/* The function on top was called. */
void truth_call(const struct thread *thread);

/* An event of the thread was reported to the library: the time since the last of these calls is the library's. Neither
 * a running thread nor one that runs here and spawned or woke it is charged for it; a parked thread continues to wait.
 * If that time is more than TRUTH_GAP, the system stopped the carrier between the machine's and the library's clock
 * readings: then either may attribute the time, which is added up as unsure. */
void truth_reported(struct thread *thread);

/* A thread has ended, and that was reported. name: its first function. */
void truth_end(struct thread *thread, const char *name);

/* The calling system thread becomes a carrier; it has reported nothing yet. Its time is measured from its first event,
 * like a library's, to its last truth_carrier_end. */
void truth_carrier_begin(int number);

/* The carrier begins to look for a thread to run: it left this one, whose state has just changed. Like the next one,
 * called before that is reported to the library. */
void truth_carrier_searches(const struct thread *left);

/* The carrier has found a thread, after truth_frame for it. */
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
