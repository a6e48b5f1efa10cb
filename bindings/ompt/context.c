#include "bindings/ompt/context.h"

#include <pthread.h>
#include <stdlib.h>

/* Each thread has memory for tasks. One thread often creates the tasks that others end, so a thread passes its surplus
 * on in batches. */
#define BATCH 64

__thread struct ompt_thread ompt_here;

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static struct ompt_task *batches; /* first tasks of the batches, linked by next_batch */

/* Pass on the thread's first tasks, `count` of them. */
static void pass_on(unsigned count)
{
    struct ompt_task *first = ompt_here.free, *last = first;
    for (unsigned i = 1; i < count; i++)
        last = last->creator;
    ompt_here.free = last->creator;
    ompt_here.free_count -= count;
    last->creator = NULL;
    pthread_mutex_lock(&lock);
    first->next_batch = batches;
    batches = first;
    pthread_mutex_unlock(&lock);
}

/* Give the thread, which has no memory, another thread's surplus. */
static void take_batch(void)
{
    pthread_mutex_lock(&lock);
    struct ompt_task *first = batches;
    if (first)
        batches = first->next_batch;
    pthread_mutex_unlock(&lock);
    ompt_here.free = first;
    for (ompt_here.free_count = 0; first; first = first->creator)
        ompt_here.free_count++;
}

static void make_batch(void)
{
    struct ompt_task *tasks = aligned_alloc(OMPT_LINE, BATCH * sizeof *tasks);
    for (int i = 0; tasks && i < BATCH; i++)
        ompt_task_free(&tasks[i]);
}

struct ompt_task *ompt_task_new(void)
{
    if (!ompt_here.free)
        take_batch();
    if (!ompt_here.free)
        make_batch();
    struct ompt_task *task = ompt_here.free;
    if (task) {
        ompt_here.free = task->creator;
        ompt_here.free_count--;
    }
    return task;
}

void ompt_task_free(struct ompt_task *task)
{
    task->creator = ompt_here.free;
    ompt_here.free = task;
    if (++ompt_here.free_count == 2 * BATCH)
        pass_on(BATCH);
}

void ompt_task_thread_ends(void)
{
    if (ompt_here.free_count)
        pass_on(ompt_here.free_count);
}
