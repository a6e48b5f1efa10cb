/* scheduler.h - the choice of a thread for each carrier.
 *
 * Each carrier has a queue of ready threads. If the queue of a carrier is empty, the carrier takes half of another
 * carrier's queue. If all queues are empty, it sleeps until a thread becomes ready or the next deadline has come. */
#ifndef SCHEDULER_H
#define SCHEDULER_H

#include "thread.h"

#include <pthread.h>
#include <stdbool.h>
#include <stdint.h>

#define SCHEDULER_CARRIERS 64

/* Start a system thread. If that fails, end the process, because other threads would wait for the new one forever. */
void scheduler_start(pthread_t *started, void *(*run)(void *), void *argument);

/* Initialize the scheduler before the first carrier starts. When the deadline of a thread has come, a carrier calls
 * `wake` for the thread. */
void scheduler_init(int carriers, void (*wake)(struct thread *thread));

/* Make the calling system thread the carrier with the number `carrier`. */
void scheduler_join(int carrier);

/* Append a runnable thread to the queue of the calling carrier. If the caller is no carrier, append the thread to
 * the queue of carrier 0. */
void scheduler_ready(struct thread *thread);

/* Return true if another thread is ready. */
bool scheduler_has_more(void);

/* Return the thread to run next. Return NULL at the end of the program. */
struct thread *scheduler_next(void);

/* Let a carrier wake the thread when thread->deadline has come. */
void scheduler_at_deadline(struct thread *thread);

/* End the program: from now on, scheduler_next returns NULL for each carrier. */
void scheduler_stop(void);

/* Return the monotonic time in nanoseconds. */
uint64_t scheduler_now(void);

#endif
