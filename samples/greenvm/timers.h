/* timers.h - threads that wait for a point in time, ordered by deadline. Only one system thread at a time may use
 * the timers. */
#ifndef TIMERS_H
#define TIMERS_H

#include "thread.h"

struct timers {
    struct thread **heap;
    int count;
};

/* Add a thread with its deadline. */
void timers_add(struct timers *timers, struct thread *thread);

/* Return the earliest deadline, UINT64_MAX if there is none. */
uint64_t timers_earliest(const struct timers *timers);

/* Remove and return the thread with the earliest deadline. */
struct thread *timers_take(struct timers *timers);

#endif
