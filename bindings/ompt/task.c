#include "bindings/ompt/task.h"

#include "bindings/kit/library.h"
#include "bindings/ompt/depend.h"
#include "bindings/ompt/records.h"

static VthreadID id_of(const struct ompt_task *task)
{
    return (VthreadID)task;
}

void ompt_task_run(struct ompt_task *task, int reason)
{
    struct ompt_task *current = ompt_here.current;
    if (task == current)
        return;
    ompt_here.current = task;
    if (!task) {
        kit_library.qii.vthread_suspend(id_of(current), reason);
        return;
    }
    if (current)
        kit_library.qii.vthread_switch(id_of(current), reason, id_of(task));
    else
        kit_library.qii.vthread_resume(id_of(task));
    if (!task->started) {
        task->started = true;
        kit_library.qii.enter_method(task->place->method);
    }
}

/* Free a task that has ended, and whose children have ended. */
static void release(struct ompt_task *task, unsigned part)
{
    unsigned before = __atomic_fetch_sub(&task->users, part, __ATOMIC_ACQ_REL);
    if (before == part)
        ompt_task_free(task);
    else if (before == (OMPT_TASK_LIVES | OMPT_TASK_CHILD) && part == OMPT_TASK_CHILD &&
             __atomic_load_n(&task->in_taskwait, __ATOMIC_ACQUIRE))
        kit_library.qii.vthread_wake(
            id_of(task)); /* the runtime keeps it in the taskwait until this callback returns */
}

/* Wake those that wait for the end of a task. The calling thread still runs the task, if it was run. */
static void notify(union ompt_data *data, struct ompt_task *task)
{
    if (task->depends)
        ompt_depend_end(data, task);
    data->pointer = NULL;
    if (task->creator)
        release(task->creator, OMPT_TASK_CHILD);
}

/* End a task. If the calling thread runs it, its implicit task continues. */
static void end(struct ompt_task *task)
{
    if (task == ompt_here.current)
        ompt_here.current = NULL;
    ompt_scope_drop(&task->scopes);
    kit_library.qii.thread_destroy_vt(id_of(task));
    release(task, OMPT_TASK_LIVES);
}

/* ---- a taskwait with dependences: the runtime reports it as a task ------------------------------------------------
 */

static void begin_taskwait(union ompt_data *creator, union ompt_data *created, const void *code)
{
    struct ompt_scope **scopes = ompt_task_arrive(creator);
    struct ompt_task *task = ompt_task_new();
    created->pointer = task;
    if (!task)
        return;
    *task = (struct ompt_task){.creator = ompt_task_in(creator), .depends = true, .taskwait = true};
    if (task->creator)
        task->creator->waits = true;
    ompt_scope_enter(scopes, ompt_scope_place(*scopes, OMPT_TASKWAIT, code));
}

static void end_taskwait(union ompt_data *data)
{
    struct ompt_task *task = ompt_task_in(data), *creator = task->creator;
    ompt_task_run(creator, QPROF_REASON_RUNNABLE);
    ompt_scope_leave(creator ? &creator->scopes : &ompt_here.scopes, OMPT_TASKWAIT);
    if (creator)
        creator->waits = false;
    data->pointer = NULL;
    ompt_task_free(task);
}

/* ---- callbacks ----------------------------------------------------------------------------------------------------
 */

void ompt_task_create(union ompt_data *creator, const void *frame, union ompt_data *created, int flags, int depends,
                      const void *code)
{
    static unsigned long last;
    (void)frame;
    if (!created || !ompt_records())
        return;
    created->pointer = NULL;
    if (flags & OMPT_TASK_TASKWAIT) {
        begin_taskwait(creator, created, code);
        return;
    }
    if (!(flags & (OMPT_TASK_EXPLICIT | OMPT_TASK_TARGET)))
        return;
    struct ompt_scope *const *scopes = ompt_task_arrive(creator);
    const struct ompt_place *place = ompt_scope_place(*scopes, OMPT_TASK, code);
    struct ompt_task *task = place ? ompt_task_new() : NULL;
    if (!task)
        return;
    *task = (struct ompt_task){.creator = ompt_task_in(creator),
                               .place = place,
                               .users = OMPT_TASK_LIVES,
                               .depends = depends != 0,
                               .undeferred = (flags & OMPT_TASK_UNDEFERRED) != 0,
                               .untied = (flags & OMPT_TASK_UNTIED) != 0};
    if (task->creator)
        __atomic_fetch_add(&task->creator->users, OMPT_TASK_CHILD, __ATOMIC_RELAXED);
    unsigned long number = __atomic_add_fetch(&last, 1, __ATOMIC_RELAXED);
    kit_library.qii.thread_create_vt(number, id_of(task));
    kit_library.qii.set_thread_name_vt(place->name, id_of(task));
    if (number ==
        1) /* otherwise the library assumes that suspensions are not reported, if all tasks run to their end */
        kit_library.qii.vthread_suspend(id_of(task), QPROF_REASON_RUNNABLE);
    created->pointer = task;
}

/* Return why the current task, which has not ended, leaves its thread for the next one. */
static int reason_of(int status, const struct ompt_task *next)
{
    if (status == OMPT_TASK_DETACH || ompt_here.current->waits)
        return QPROF_REASON_WAITING;
    if (next && next->undeferred && !next->started && next->creator == ompt_here.current)
        return QPROF_REASON_RESUMES;
    return QPROF_REASON_RUNNABLE;
}

/* Switch to a task, which begins to run. */
static void begin_part(struct ompt_task *task, int status)
{
    if (task)
        task->resumer = ompt_here.current;
    ompt_task_run(task, ompt_here.current ? reason_of(status, task) : QPROF_REASON_WAITING);
}

/* ---- parts of an untied task --------------------------------------------------------------------------------------
 *
 * A part ends by an event inside the task's functions. If these are instrumented, they return after the event, and are
 * entered again for the next part. Their frames must not stay in the task, which may continue on another thread, so
 * they move to the task below. */

/* Run a task, and open the frames again that were closed in the current one. */
static void carry(struct ompt_task *task)
{
    const struct ompt_carried *carried = &ompt_here.carried;
    ompt_task_run(task, QPROF_REASON_RUNNABLE);
    for (int i = carried->count; i-- > 0;)
        kit_library.qii.follow_method(carried->methods[i]);
}

static void end_part(struct ompt_task *task)
{
    struct ompt_carried *carried = &ompt_here.carried;
    carried->task = ompt_here.current;
    for (carried->count = 0; carried->count < OMPT_CARRIED; carried->count++) {
        qprof_MethodID top = kit_library.qii.current_method_id();
        if (top == 0 || top == carried->task->place->method)
            break;
        carried->methods[carried->count] = top;
        kit_library.qii.leave_method(top);
    }
    carry(task);
}

/* The next part is called in the same functions: the runtime has not gone back to the task below. */
static void nest_part(struct ompt_task *task)
{
    const struct ompt_carried *carried = &ompt_here.carried;
    for (int i = 0; i < carried->count; i++)
        kit_library.qii.leave_method(carried->methods[i]);
    carry(task);
}

void ompt_task_schedule(union ompt_data *prior, int status, union ompt_data *next)
{
    if (!ompt_records() || status == OMPT_TASK_EARLY_FULFILL)
        return;
    struct ompt_task *left = ompt_task_in(prior), *task = ompt_task_in(next);
    if (status == OMPT_TASKWAIT_COMPLETE) {
        if (left && left->taskwait)
            end_taskwait(prior);
        return;
    }
    if (task && task->taskwait)
        return;
    if (status == OMPT_TASK_LATE_FULFILL) {
        if (left) {
            kit_library.qii.vthread_wake(id_of(left));
            notify(prior, left);
            end(left);
        }
        return;
    }
    bool ends = left && (status == OMPT_TASK_COMPLETE || status == OMPT_TASK_CANCEL);
    if (ends) {
        notify(prior, left);
        end(left);
        ompt_task_run(task, QPROF_REASON_RUNNABLE);
        return;
    }
    if (left && left->untied && left == ompt_here.current && status == OMPT_TASK_SWITCH && task == left->resumer)
        end_part(task);
    else if (left && left == task && left != ompt_here.current && left == ompt_here.carried.task)
        nest_part(task);
    else if (task != ompt_here.current)
        begin_part(task, status);
}
