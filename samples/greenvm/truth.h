/* truth.h - what the machine itself knows of where its threads' time went.
 *
 * A profiler of virtual threads can only be as true as this: the machine makes the switches, so it reads a clock at
 * each of them, by itself, and adds up per thread, per function on top and per carrier. truth_print's lines are to be
 * compared with what a library recorded. Without truth_open nothing is read and nothing is kept. */
#ifndef TRUTH_H
#define TRUTH_H

#include "../tinyvm/program.h"
#include "thread.h"

#include <stdbool.h>
#include <stdio.h>

#define TRUTH_GAP 10000 /* nanoseconds: a call of the library takes less, but where the system stops the thread */

/* Keep the times, and write each switch as a line to log, which may be NULL:
 * "NANOSECONDS thread NUMBER STATE". flags_of tells QPROF_METHOD_FLAGS_*. */
void truth_open(const struct program *program, int (*flags_of)(const struct function *function), FILE *log);

/* A thread was made: it is runnable from now on. */
void truth_begin(struct thread *thread);

/* The thread's state is another from now on. By whoever may change it: its carrier, or who makes it runnable. */
void truth_state(struct thread *thread, enum state state);

/* The function on top is about to change; was called. */
void truth_frame(struct thread *thread);
void truth_call(const struct thread *thread);

/* The library was told something of the thread: the time since the last of these calls was the library's. A thread that
 * runs does not run meanwhile, nor does the one that runs here and spawned or woke it; one that is parked goes on
 * waiting. Where that time is more than TRUTH_GAP, the system stopped the carrier between the machine's clock and the
 * library's: neither of the two is wrong about that time, which is added up as unsure. */
void truth_told(struct thread *thread);

/* A thread has ended, and the library was told; name is its first function. */
void truth_end(struct thread *thread, const char *name);

/* The calling system thread is a carrier, begins to look for a thread to run, or has one. */
void truth_carrier_begin(int number);
void truth_carrier_searches(void);
void truth_carrier_runs(void);

/* All there is, in nanoseconds:
 *     thread NUMBER FUNCTION running N runnable N blocked N waiting N unsure N stolen N told N
 *         running-in-blocks N running-in-waits N     (on the same line)
 *     function NAME calls N running N runnable N blocked N waiting N unsure N stolen N told N
 *     carrier NUMBER system ID running N scheduler N idle N library N unsure N stolen N told N
 * The threads' first function names them; the function "-" is what a thread had before its first and after its last.
 * What a thread ran in natives that are flagged, as in a send to a channel with room, is a part of its running time
 * that libraries count as blocked or waiting. stolen is the part of the running time for which the system let others
 * run on the processor; library the time that the carrier spent in the library, no part of any other; told is how often
 * the library was called. */
void truth_print(FILE *out);

void truth_close(void);

#endif
