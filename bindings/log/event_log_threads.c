/* event_log_threads.c - creation, names, suspension and end of threads. */
#include "bindings/log/event_log_threads.h"

#include <stdlib.h>

#include "bindings/kit/hashmap.h"
#include "bindings/log/event_log_text.h"

static struct kit_hashmap threads; /* by number */

__thread VthreadID log_last_seen;

struct log_thread *log_look_at(VthreadID id)
{
    struct log_thread *t = kit_hashmap_get(&threads, id);
    if (!t) {
        t = calloc(1, sizeof *t);
        kit_hashmap_put(&threads, id, t);
    }
    return t;
}

struct log_thread *log_thread_of(VthreadID id)
{
    log_last_seen = id;
    return log_look_at(id);
}

VthreadID log_current(void)
{
    static VthreadID last_number;
    static __thread VthreadID number;
    if (log_virtual_threads)
        return log_last_seen;
    if (!number)
        number = __atomic_add_fetch(&last_number, 1, __ATOMIC_RELAXED);
    return number;
}

const struct log_method *log_top(const struct log_thread *t)
{
    return t->depth ? t->frames[t->depth - 1].method : NULL;
}

const char *log_top_name(const struct log_thread *t)
{
    return t->depth ? log_top(t)->name : "nothing";
}

/* ---- events ---------------------------------------------------------------------------------------------------- */

EXPORT void qprof_thread_create_vt(qprof_ThreadID id, VthreadID vt)
{
    BEGIN;
    (void)id;
    if (log_last_seen)
        SAY('t', "%lu create by %lu in %s\n", (unsigned long)vt, (unsigned long)log_last_seen,
            log_top_name(log_look_at(log_last_seen)));
    else
        SAY('t', "%lu create\n", (unsigned long)vt);
}

EXPORT void qprof_thread_create(qprof_ThreadID id)
{
    BEGIN;
    (void)id;
    SAY('t', "%lu create\n", (unsigned long)log_current());
}

EXPORT void qprof_thread_destroy_vt(VthreadID vt)
{
    BEGIN;
    struct log_thread *t = log_look_at(vt);
    SAY('t', "%lu destroy at depth %d\n", (unsigned long)vt, t->depth);
    kit_hashmap_remove(&threads, vt);
    free(t->frames);
    free(t);
}

EXPORT void qprof_thread_destroy(qprof_ThreadID id)
{
    (void)id;
    qprof_thread_destroy_vt(log_current());
}

EXPORT void qprof_set_thread_name_vt(const char *name, VthreadID vt)
{
    BEGIN;
    SAY('t', "%lu is %s\n", (unsigned long)vt, name);
}

FOR_CURRENT_THREAD(qprof_set_thread_name, (const char *name), name)

EXPORT void qprof_vthread_suspend(VthreadID vt, int reason)
{
    BEGIN;
    static const char *const reasons[] = {"runnable", "blocked", "waiting", "resuming"};
    if (log_last_seen != vt)
        SAY('t', "%lu is not the one that runs (WRONG)\n", (unsigned long)vt);
    SAY('t', "%lu suspend %s in %s\n", (unsigned long)vt, reasons[reason], log_top_name(log_thread_of(vt)));
}

EXPORT void qprof_vthread_resume(VthreadID vt)
{
    BEGIN;
    SAY('t', "%lu resume in %s\n", (unsigned long)vt, log_top_name(log_thread_of(vt)));
}

EXPORT void qprof_vthread_wake_since(VthreadID vt, uint64_t nanoseconds)
{
    (void)nanoseconds;
    qprof_vthread_wake(vt);
}

EXPORT void qprof_vthread_wake(VthreadID vt)
{
    BEGIN;
    SAY('t', "%lu can go on\n", (unsigned long)vt);
}

EXPORT void qprof_vthread_switch(VthreadID from, int reason, VthreadID to)
{
    BEGIN;
    qprof_vthread_suspend(from, reason);
    qprof_vthread_resume(to);
}
