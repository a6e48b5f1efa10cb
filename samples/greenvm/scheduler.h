/* scheduler.h - which thread runs on which carrier.
 *
 * Each carrier has a queue of threads that are ready. One whose queue is empty takes half of another's; one that finds
 * nothing sleeps until a thread is ready or a moment has come that somebody waits for. */
#ifndef SCHEDULER_H
#define SCHEDULER_H

#include "thread.h"

#include <pthread.h>
#include <stdbool.h>
#include <stdint.h>

#define SCHEDULER_CARRIERS 64

/* Start a system thread. Ends the process where the system has none left: threads that wait for it would for ever. */
void scheduler_start(pthread_t *started, void *(*run)(void *), void *argument);

/* Before the first carrier starts. wake is for threads whose deadline has come; some carrier calls it. */
void scheduler_init(int carriers, void (*wake)(struct thread *thread));

/* The calling system thread is this carrier from now on. */
void scheduler_join(int carrier);

/* A runnable thread stands in a queue from now on: the calling carrier's, or any. */
void scheduler_ready(struct thread *thread);

/* Whether another thread waits for the calling carrier. */
bool scheduler_has_more(void);

/* The thread to run next. NULL when all is over. */
struct thread *scheduler_next(void);

/* Wake the thread at its deadline. */
void scheduler_at_deadline(struct thread *thread);

/* Every carrier's next search ends. */
void scheduler_stop(void);

uint64_t scheduler_now(void);

#endif
