/* life.h - threads from their creation to their end: what happens to them, and who is told. */
#ifndef LIFE_H
#define LIFE_H

#include "profiler.h"
#include "thread.h"

/* What became of a native function (native.h). */
enum outcome {
    OUTCOME_DONE,  /* thread->result is its result */
    OUTCOME_PARKED /* the thread belongs to whoever wakes it; the carrier must not touch it any more */
};

/* Who is told of the lives. */
void life_open(struct profiler *profiler);

/* A new thread, with the arguments that lie on the spawner's stack; NULL for the first one. It is not ready yet. */
struct thread *life_begin(struct fiber *spawner, struct function *function);

/* The running thread stops running, for a reason. Call it before anybody can wake the thread. */
void life_park(struct thread *thread, enum state state);

/* A parked thread can go on, with this result of its native. Any system thread may call it, once. */
void life_wake(struct thread *thread, int64_t result);

/* Native join(thread). */
enum outcome life_join(struct thread *thread, const int64_t *arguments);

/* The running thread, whose first function this was, has ended: wake those that wait for that. All is over when it is
 * the first one. */
void life_end(struct thread *thread, const struct function *first, int64_t result);

/* Free those that have not ended. Returns the first one's result. */
int64_t life_close(void);

#endif
