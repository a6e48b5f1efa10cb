/* timers.h - threads that wait for a moment, the earliest first. One system thread at a time. */
#ifndef TIMERS_H
#define TIMERS_H

#include "thread.h"

struct timers {
    struct thread **heap;
    int count;
};

/* The thread's deadline says when. */
void timers_add(struct timers *timers, struct thread *thread);

/* UINT64_MAX when nobody waits. */
uint64_t timers_earliest(const struct timers *timers);

/* Take the earliest out. */
struct thread *timers_take(struct timers *timers);

#endif
