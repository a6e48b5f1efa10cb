#include "bindings/ompt/region.h"

#include <stdio.h>

#include "bindings/kit/library.h"
#include "bindings/ompt/task.h"
#include "bindings/ompt/records.h"

void ompt_thread_begin(int kind, union ompt_data *thread)
{
    static unsigned workers;
    char name[40] = "OpenMP initial thread";
    (void)thread;
    if (!ompt_records())
        return;
    if (kind == OMPT_THREAD_WORKER)
        snprintf(name, sizeof name, "OpenMP worker %u", __atomic_add_fetch(&workers, 1, __ATOMIC_RELAXED));
    else if (kind != OMPT_THREAD_INITIAL)
        return;
    kit_library.qii.set_thread_name(name);
}

void ompt_thread_end(union ompt_data *thread)
{
    (void)thread;
    if (ompt_records())
        ompt_task_thread_ends();
}

/* ---- parallel regions ---------------------------------------------------------------------------------------------
 */

void ompt_parallel_begin(union ompt_data *task, const void *frame, union ompt_data *parallel, unsigned requested,
                         int flags, const void *code)
{
    (void)frame, (void)requested, (void)flags;
    if (!ompt_records())
        return;
    struct ompt_scope **scopes = ompt_task_arrive(task);
    const struct ompt_place *place = ompt_scope_place(*scopes, OMPT_PARALLEL, code);
    if (parallel)
        parallel->pointer = (void *)place;
    ompt_scope_enter(scopes, place);
}

void ompt_parallel_end(union ompt_data *parallel, union ompt_data *task, int flags, const void *code)
{
    (void)parallel, (void)flags, (void)code;
    if (ompt_records())
        ompt_scope_leave(ompt_task_arrive(task), OMPT_PARALLEL);
}

/* The thread that encountered the region has its frame already. */
void ompt_implicit_task(int endpoint, union ompt_data *parallel, union ompt_data *task, unsigned team_size,
                        unsigned index, int flags)
{
    (void)team_size;
    if (!task || !ompt_records())
        return;
    if (endpoint == OMPT_BEGIN && index == 0 && !(flags & OMPT_TASK_INITIAL)) {
        task->pointer = ompt_here.current;
    } else if (endpoint == OMPT_BEGIN) {
        task->pointer = NULL;
        if (parallel && parallel->pointer && !(flags & OMPT_TASK_INITIAL))
            ompt_scope_enter(ompt_task_arrive(task), parallel->pointer);
    } else if (index != 0 && !(flags & OMPT_TASK_INITIAL)) {
        ompt_scope_leave(ompt_task_arrive(task), OMPT_PARALLEL);
    }
}

/* ---- worksharing --------------------------------------------------------------------------------------------------
 */

/* Enter or leave a construct. */
static void pass(int endpoint, enum ompt_kind kind, union ompt_data *task, const void *code)
{
    struct ompt_scope **scopes = ompt_task_arrive(task);
    if (endpoint == OMPT_END)
        ompt_scope_leave(scopes, kind);
    else if (endpoint == OMPT_BEGIN)
        ompt_scope_enter(scopes, ompt_scope_place(*scopes, kind, code));
}

void ompt_work(int kind, int endpoint, union ompt_data *parallel, union ompt_data *task, uint64_t count,
               const void *code)
{
    static const enum ompt_kind kinds[] = {
        [OMPT_WORK_LOOP] = OMPT_LOOP,
        [OMPT_WORK_SECTIONS] = OMPT_SECTIONS,
        [OMPT_WORK_SINGLE_EXECUTOR] = OMPT_SINGLE,
        [OMPT_WORK_WORKSHARE] = OMPT_WORKSHARE,
        [OMPT_WORK_DISTRIBUTE] = OMPT_DISTRIBUTE,
        [OMPT_WORK_TASKLOOP] = OMPT_TASKLOOP,
        [OMPT_WORK_SCOPE] = OMPT_SCOPE,
        [OMPT_WORK_LOOP_STATIC] = OMPT_LOOP,
        [OMPT_WORK_LOOP_DYNAMIC] = OMPT_LOOP,
        [OMPT_WORK_LOOP_GUIDED] = OMPT_LOOP,
        [OMPT_WORK_LOOP_OTHER] = OMPT_LOOP,
    };
    (void)parallel, (void)count;
    if (ompt_records() && kind > 0 && (size_t)kind < sizeof kinds / sizeof *kinds && kinds[kind])
        pass(endpoint, kinds[kind], task, code);
}

void ompt_masked(int endpoint, union ompt_data *parallel, union ompt_data *task, const void *code)
{
    (void)parallel;
    if (ompt_records())
        pass(endpoint, OMPT_MASTER, task, code);
}

/* ---- waits --------------------------------------------------------------------------------------------------------
 */

/* A taskgroup is a region. Of other constructs only the wait is of interest. */
void ompt_sync_region(int kind, int endpoint, union ompt_data *parallel, union ompt_data *task, const void *code)
{
    (void)parallel;
    if (kind == OMPT_SYNC_TASKGROUP && ompt_records())
        pass(endpoint, OMPT_TASKGROUP, task, code);
}

void ompt_sync_region_wait(int kind, int endpoint, union ompt_data *parallel, union ompt_data *task, const void *code)
{
    (void)parallel;
    if (kind == OMPT_SYNC_REDUCTION || !ompt_records())
        return;
    struct ompt_task *waiter = ompt_task_in(task);
    if (waiter) {
        waiter->waits = endpoint == OMPT_BEGIN;
        __atomic_store_n(&waiter->in_taskwait, kind == OMPT_SYNC_TASKWAIT && endpoint == OMPT_BEGIN, __ATOMIC_RELEASE);
    }
    pass(endpoint,
         kind == OMPT_SYNC_TASKWAIT           ? OMPT_TASKWAIT
         : kind == OMPT_SYNC_TASKGROUP        ? OMPT_TASKGROUP_WAIT
         : kind == OMPT_SYNC_BARRIER_EXPLICIT ? OMPT_BARRIER
                                              : OMPT_IMPLICIT_BARRIER,
         task, code);
}

/* ---- locks --------------------------------------------------------------------------------------------------------
 */

/* Tests for a lock do not wait, and the runtime does not report those that fail. */
void ompt_mutex_acquire(int kind, unsigned hint, unsigned implementation, uint64_t mutex, const void *code)
{
    (void)hint, (void)implementation, (void)mutex;
    if (kind == OMPT_MUTEX_TEST_LOCK || kind == OMPT_MUTEX_TEST_NEST_LOCK || !ompt_records())
        return;
    const struct ompt_scope *scopes = ompt_here.current ? ompt_here.current->scopes : ompt_here.scopes;
    const struct ompt_place *place = ompt_scope_place(scopes,
                                                      kind == OMPT_MUTEX_CRITICAL  ? OMPT_CRITICAL
                                                      : kind == OMPT_MUTEX_ATOMIC  ? OMPT_ATOMIC
                                                      : kind == OMPT_MUTEX_ORDERED ? OMPT_ORDERED
                                                                                   : OMPT_LOCK,
                                                      code);
    if (!place)
        return;
    ompt_here.acquires = place->method;
    kit_library.qii.enter_method(place->method);
}

static void acquired(void)
{
    if (ompt_here.acquires)
        kit_library.qii.leave_method(ompt_here.acquires);
    ompt_here.acquires = 0;
}

void ompt_mutex_acquired(int kind, uint64_t mutex, const void *code)
{
    (void)kind, (void)mutex, (void)code;
    if (!ompt_records())
        return;
    acquired();
    kit_library.qii.record_monitor_acquired();
}

void ompt_mutex_released(int kind, uint64_t mutex, const void *code)
{
    (void)kind, (void)mutex, (void)code;
    if (ompt_records())
        kit_library.qii.record_monitor_released();
}

/* The owner of a lock acquired it again. */
void ompt_nest_lock(int endpoint, uint64_t mutex, const void *code)
{
    (void)mutex, (void)code;
    if (endpoint == OMPT_BEGIN && ompt_records())
        acquired();
}
