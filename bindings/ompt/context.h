/* context.h - explicit tasks and threads of the runtime, and their memory. */
#pragma once

#include <stdbool.h>

#include "bindings/ompt/interface.h"
#include "bindings/ompt/scope.h"

/* Bits of the number of an explicit task's users. */
#define OMPT_TASK_LIVES 1u /* the task has not ended */
#define OMPT_TASK_CHILD 2u /* one child that has not ended */

struct ompt_link;

#define OMPT_LINE 64 /* bytes of a cache line */

/* An explicit task, or a taskwait with dependences. Its address is the id of its virtual thread. The memory is reused
 * for later tasks, but never freed, so a predecessor may be looked at after its end. Each has a cache line of its own.
 */
struct ompt_task {
    /* The explicit task that created it, else NULL; in free memory: the next task. */
    _Alignas(OMPT_LINE) struct ompt_task *creator;
    union {
        const struct ompt_place *place; /* place of its creation */
        struct ompt_task *next_batch;   /* links batches of free memory */
    };
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

/* Return memory for a task, NULL if out of memory. */
struct ompt_task *ompt_task_new(void);

/* Return a task's memory. */
void ompt_task_free(struct ompt_task *task);

/* Return the unused memory of a thread that ends. */
void ompt_task_thread_ends(void);
