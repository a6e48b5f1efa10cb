/* scheduler.h - the choice of a thread for each carrier.
 *
 * Each carrier has a queue of ready threads. A carrier with an empty queue takes half of another's. If it finds none,
 * it sleeps until a thread is ready or the next deadline has come. */
#ifndef SCHEDULER_H
#define SCHEDULER_H

#include "thread.h"

#include <pthread.h>
#include <stdbool.h>
#include <stdint.h>

#define SCHEDULER_CARRIERS 64

/* Start a system thread. If that fails, end the process: other threads would wait for it forever. */
void scheduler_start(pthread_t *started, void *(*run)(void *), void *argument);

/* Initialize the scheduler before the first carrier starts. A carrier calls wake for a thread at its deadline. */
void scheduler_init(int carriers, void (*wake)(struct thread *thread));

/* Make the calling system thread this carrier. */
void scheduler_join(int carrier);

/* Append a runnable thread to a queue: that of the calling carrier, or any. */
void scheduler_ready(struct thread *thread);

/* Return whether another thread is ready. */
bool scheduler_has_more(void);

/* Return the thread to run next, NULL at the end of the program. */
struct thread *scheduler_next(void);

/* Wake the thread at its deadline. */
void scheduler_at_deadline(struct thread *thread);

/* Make every carrier's next search return NULL. */
void scheduler_stop(void);

/* Return the monotonic time in nanoseconds. */
uint64_t scheduler_now(void);

#endif
