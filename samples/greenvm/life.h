/* life.h - the life of a thread, from its creation to its end, and the reports of it to the profiler. */
#ifndef LIFE_H
#define LIFE_H

#include "profiler.h"
#include "thread.h"

/* Outcome of a native function (native.h). */
enum outcome {
    OUTCOME_DONE,  /* the native function has finished, with its result in thread->result */
    OUTCOME_PARKED /* the thread is parked and may be woken at any moment, so the carrier must not access it any more */
};

/* Set the profiler to which the life of threads is reported. */
void life_open(struct profiler *profiler);

/* Create a thread, which is not ready to run yet. The arguments of its first function are taken from the stack of
 * `spawner`, which is NULL for the program's first thread. */
struct thread *life_begin(struct fiber *spawner, struct function *function);

/* Park the running thread, and set its state to `state`. Call this before any other thread can wake it. */
void life_park(struct thread *thread, enum state state);

/* Make a parked thread ready. `result` is the result of the native function in which the thread was parked. Any
 * system thread may call this, once for each time that the thread was parked. */
void life_wake(struct thread *thread, int64_t result);

/* Native join(thread). */
enum outcome life_join(struct thread *thread, const int64_t *arguments);

/* End the running thread and wake the threads that wait for its end. `first` is the thread's first function. The end
 * of the program's first thread ends the program. */
void life_end(struct thread *thread, const struct function *first, int64_t result);

/* Free the threads that have not ended. Return the result of the program's first thread. */
int64_t life_close(void);

#endif
