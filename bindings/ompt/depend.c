#include "bindings/ompt/depend.h"

#include <pthread.h>
#include <stdlib.h>

#include "bindings/kit/library.h"
#include "bindings/ompt/records.h"

struct ompt_link {
    struct ompt_link *next;
    struct ompt_task *task;
};

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

/* Return the virtual thread that waits: of a taskwait, its creator; 0 = none. */
static VthreadID waiter(const struct ompt_task *task)
{
    return (VthreadID)(task->taskwait ? task->creator : task);
}

void ompt_depend(union ompt_data *predecessor, union ompt_data *successor)
{
    struct ompt_task *task = ompt_task_in(successor);
    if (!ompt_records() || !predecessor || !task)
        return;
    struct ompt_link *link = malloc(sizeof *link);
    if (!link)
        return;
    pthread_mutex_lock(&lock);
    struct ompt_task *before = predecessor->pointer; /* NULL if its end has been reported */
    if (before) {
        *link = (struct ompt_link){before->successors, task};
        before->successors = link;
        link = NULL;
        if (++task->predecessors == 1 && !task->taskwait)
            kit_library.qii.vthread_suspend(waiter(task), QPROF_REASON_WAITING);
    }
    pthread_mutex_unlock(&lock);
    free(link);
}

void ompt_depend_end(union ompt_data *data, struct ompt_task *task)
{
    struct ompt_link *link;
    pthread_mutex_lock(&lock);
    data->pointer = NULL;
    for (link = task->successors; link; link = link->next)
        if (--link->task->predecessors == 0 && waiter(link->task))
            kit_library.qii.vthread_wake(waiter(link->task));
    link = task->successors;
    pthread_mutex_unlock(&lock);
    while (link) {
        struct ompt_link *next = link->next;
        free(link);
        link = next;
    }
}
