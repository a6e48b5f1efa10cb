/* task.h - explicit tasks as virtual threads.
 *
 * The runtime's word of a task has the address of its struct ompt_task, or 0 for an implicit task, which is its thread.
 * In a parallel region inside an explicit task, the implicit task of the thread that encountered the region belongs to
 * the explicit task. */
#pragma once

#include <stdbool.h>

#include "bindings/ompt/interface.h"
#include "bindings/ompt/scope.h"

/* Bits of the number of an explicit task's users. */
#define OMPT_TASK_LIVES 1u /* the task has not ended */
#define OMPT_TASK_CHILD 2u /* one child that has not ended */

struct ompt_link;

/* An explicit task, or a taskwait with dependences. Its address is the id of its virtual thread. The memory is reused
 * for later tasks, but never freed, so a predecessor may be looked at after its end. */
struct ompt_task {
    struct ompt_task *creator;       /* explicit task that created it, else NULL; of free memory: the next */
    struct ompt_task *next_batch;    /* used by memory.c */
    const struct ompt_place *place;  /* place of its creation */
    const struct ompt_task *resumer; /* task that ran on this thread when it began to run; NULL = an implicit task */
    struct ompt_scope *scopes;       /* its open constructs, innermost first */
    struct ompt_link *successors;    /* tasks that wait for its end; guarded by the lock of depend.c */
    unsigned users;                  /* OMPT_TASK_*; atomic */
    unsigned predecessors;           /* tasks for whose end it waits; guarded as above */
    bool started;                    /* it has run */
    bool waits;                      /* it is in a taskwait, or at the end of a taskgroup, or in a barrier */
    bool in_taskwait;                /* it is in a taskwait; atomic */
    bool depends;                    /* it may have predecessors and successors */
    bool undeferred;                 /* its creator waits for its end */
    bool untied;                     /* it may be called in parts, each perhaps by another thread */
    bool taskwait;                   /* a taskwait with dependences */
};

#define OMPT_CARRIED 8 /* clang calls a part by one or two functions of its own */

/* Frames of an untied task's part, innermost first, which have moved to the task below. */
struct ompt_carried {
    const struct ompt_task *task;
    int count;
    qprof_MethodID methods[OMPT_CARRIED];
};

/* State of a thread of the runtime. */
struct ompt_thread {
    struct ompt_task *current; /* the explicit task that runs, NULL = the thread's implicit task */
    struct ompt_scope *scopes; /* open constructs of the implicit task */
    qprof_MethodID acquires;   /* method of the lock for which the thread waits, 0 = none */
    struct ompt_carried carried;
    struct ompt_task *free; /* memory for new tasks */
    unsigned free_count;
};

extern __thread struct ompt_thread ompt_here __attribute__((tls_model("initial-exec"), visibility("hidden")));

/* Return the task in the runtime's word, NULL for an implicit task. */
static inline struct ompt_task *ompt_task_in(const union ompt_data *data)
{
    return data ? data->pointer : NULL;
}

/* Run a task, NULL = the implicit one, on the calling thread. `reason` (QPROF_REASON_*) is why the current one stops.
 */
void ompt_task_run(struct ompt_task *task, int reason);

/* Run the task whose event this is. An event may come without a switch before it. Return its open constructs. */
static inline struct ompt_scope **ompt_task_arrive(const union ompt_data *data)
{
    struct ompt_task *task = ompt_task_in(data);
    if (task != ompt_here.current)
        ompt_task_run(task, QPROF_REASON_RUNNABLE);
    return task ? &task->scopes : &ompt_here.scopes;
}

/* Callbacks of the runtime. */
void ompt_task_create(union ompt_data *creator, const void *frame, union ompt_data *created, int flags, int depends,
                      const void *code);
void ompt_task_schedule(union ompt_data *prior, int status, union ompt_data *next);

/* Return memory for a task, NULL if out of memory. */
struct ompt_task *ompt_task_new(void);

/* Return a task's memory. */
void ompt_task_free(struct ompt_task *task);

/* Return the unused memory of a thread that ends. */
void ompt_task_thread_ends(void);
