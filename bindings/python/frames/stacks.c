#include <pthread.h>
#include <stdlib.h>

#include "bindings/python/frames/stack.h"

__thread struct qpy_stacks *qpy_stacks_here __attribute__((tls_model("initial-exec")));

/* A thread that has stacks, or had some. It is in a list, because the thread that ends the recording resets the
 * variable of each. */
struct thread {
    struct qpy_stacks **here;
    struct thread *next;
};

static struct thread *threads;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER; /* threads end without the GIL */
static pthread_once_t once = PTHREAD_ONCE_INIT;
static pthread_key_t key; /* the calling thread's entry in the list; the destructor runs when the thread ends */

static void thread_ends(void *thread)
{
    pthread_mutex_lock(&lock);
    struct thread **place = &threads;
    while (*place && *place != thread)
        place = &(*place)->next;
    if (*place)
        *place = (*place)->next;
    pthread_mutex_unlock(&lock);
    free(thread);
}

static void make_key(void)
{
    pthread_key_create(&key, thread_ends);
}

void qpy_stacks_arrive(struct qpy_stacks *stacks)
{
    pthread_once(&once, make_key);
    struct thread *thread = pthread_getspecific(key);
    qpy_stacks_here = stacks;
    stacks->gil_lost = 0;
    if (pthread_getcpuclockid(pthread_self(), &stacks->cpu_clock) != 0)
        stacks->cpu_clock = CLOCK_MONOTONIC; /* as if the thread always ran */
    if (thread)
        return;
    thread = malloc(sizeof *thread);
    if (!thread || pthread_setspecific(key, thread) != 0) {
        free(thread); /* this thread must not have stacks that cannot be reset */
        qpy_stacks_here = NULL;
        qpy_note_lost("a thread", "not enough memory");
        return;
    }
    pthread_mutex_lock(&lock);
    *thread = (struct thread){&qpy_stacks_here, threads};
    threads = thread;
    pthread_mutex_unlock(&lock);
}

void qpy_stacks_forget(void)
{
    pthread_mutex_lock(&lock);
    for (struct thread *thread = threads; thread; thread = thread->next)
        *thread->here = NULL;
    pthread_mutex_unlock(&lock);
}

void qpy_stacks_forked(void)
{
    pthread_once(&once, make_key);
    pthread_mutex_init(&lock, NULL);
    threads = pthread_getspecific(key);
    if (threads)
        threads->next = NULL;
}
