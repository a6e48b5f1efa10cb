/* task.h - explicit tasks as virtual threads.
 *
 * The runtime's word of a task has the address of its struct ompt_task, or 0 for an implicit task, which is its thread.
 * In a parallel region inside an explicit task, the implicit task of the thread that encountered the region belongs to
 * the explicit task. */
#pragma once

#include "bindings/ompt/context.h"

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
