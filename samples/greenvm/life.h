/* life.h - the life of a thread, from creation to end, with its reports to the profiler. */
#ifndef LIFE_H
#define LIFE_H

#include "profiler.h"
#include "thread.h"

/* Outcome of a native function (native.h). */
enum outcome {
    OUTCOME_DONE,  /* thread->result is its result */
    OUTCOME_PARKED /* the thread may be woken at any moment; the carrier must not touch it any more */
};

/* Set the profiler that gets the reports. */
void life_open(struct profiler *profiler);

/* Create a thread, with the arguments from the spawner's stack; NULL for the first thread. It is not ready yet. */
struct thread *life_begin(struct fiber *spawner, struct function *function);

/* Park the running thread, in this state. Call this before another thread can wake it. */
void life_park(struct thread *thread, enum state state);

/* Make a parked thread ready, with this result of its native. Any system thread may call this, once per park. */
void life_wake(struct thread *thread, int64_t result);

/* Native join(thread). */
enum outcome life_join(struct thread *thread, const int64_t *arguments);

/* End the running thread, whose first function this was, and wake its joiners. If it is the first thread, the program
 * ends. */
void life_end(struct thread *thread, const struct function *first, int64_t result);

/* Free threads that have not ended. Return the first one's result. */
int64_t life_close(void);

#endif
