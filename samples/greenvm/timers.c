/* timers.c - a binary heap by deadline. */
#include "timers.h"

void timers_add(struct timers *timers, struct thread *thread)
{
    timers->heap = program_grow(timers->heap, timers->count, sizeof thread);
    int at = timers->count++;
    for (; at > 0 && timers->heap[(at - 1) / 2]->deadline > thread->deadline; at = (at - 1) / 2)
        timers->heap[at] = timers->heap[(at - 1) / 2];
    timers->heap[at] = thread;
}

uint64_t timers_earliest(const struct timers *timers)
{
    return timers->count ? timers->heap[0]->deadline : UINT64_MAX;
}

struct thread *timers_take(struct timers *timers)
{
    struct thread *earliest = timers->heap[0];
    struct thread *last = timers->heap[--timers->count];
    int at = 0;
    for (int child = 1; child < timers->count; child = 2 * at + 1) {
        if (child + 1 < timers->count && timers->heap[child + 1]->deadline < timers->heap[child]->deadline)
            child++;
        if (timers->heap[child]->deadline >= last->deadline)
            break;
        timers->heap[at] = timers->heap[child];
        at = child;
    }
    timers->heap[at] = last;
    return earliest;
}
