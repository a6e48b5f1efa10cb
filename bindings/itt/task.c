/* task.c - tasks that nest on their thread: calls of a method with the task's name. Events, an older interface, are
 * recorded in the same way. */
#include "bindings/itt/control.h"
#include "bindings/itt/functions.h"
#include "bindings/itt/name.h"
#include "bindings/itt/numbered.h"
#include "bindings/itt/unmatched.h"

#define CALLER __builtin_return_address(0)

static void begin(const struct itt_domain *domain, struct itt_string *name, const void *caller)
{
    if (itt_is_on(domain))
        native_open(ITT_TASK, (uintptr_t)domain, itt_method(name, "task in", caller), false);
}

static void task_begin(const struct itt_domain *domain, struct itt_id id, struct itt_id parent, struct itt_string *name)
{
    (void)id, (void)parent;
    begin(domain, name, CALLER);
}

/* The times of the program's own clock cannot be recorded: the event happens now. */
static void task_begin_ex(const struct itt_domain *domain, struct itt_clock *clock, unsigned long long time,
                          struct itt_id id, struct itt_id parent, struct itt_string *name)
{
    (void)clock, (void)time, (void)id, (void)parent;
    begin(domain, name, CALLER);
}

static void begin_function(const struct itt_domain *domain, void *function, const void *caller)
{
    if (!function)
        begin(domain, NULL, caller);
    else if (itt_is_on(domain))
        native_open(ITT_TASK, (uintptr_t)domain, (qprof_MethodID)function, false);
}

static void task_begin_fn(const struct itt_domain *domain, struct itt_id id, struct itt_id parent, void *function)
{
    (void)id, (void)parent;
    begin_function(domain, function, CALLER);
}

static void task_begin_fn_ex(const struct itt_domain *domain, struct itt_clock *clock, unsigned long long time,
                             struct itt_id id, struct itt_id parent, void *function)
{
    (void)clock, (void)time, (void)id, (void)parent;
    begin_function(domain, function, CALLER);
}

static void task_end(const struct itt_domain *domain)
{
    if (domain && itt_records() && !native_close(ITT_TASK, (uintptr_t)domain) && domain->flags)
        itt_count_unmatched(ITT_TASK);
}

static void task_end_ex(const struct itt_domain *domain, struct itt_clock *clock, unsigned long long time)
{
    (void)clock, (void)time;
    task_end(domain);
}

/* ---- events ----------------------------------------------------------------------------------------------------- */

static struct itt_numbered events;

static int event_create(const char *name, int length)
{
    return itt_number(&events, name, length > 0 ? (size_t)length : 0);
}

/* The end of an event is optional. If the newest event begins again, it has ended. */
static int event_start(int event)
{
    qprof_MethodID method = itt_records() ? itt_numbered_method(&events, event) : 0;
    if (method) {
        if (native_is_newest(ITT_EVENT, method))
            native_close(ITT_EVENT, method);
        native_open(ITT_EVENT, method, method, false);
    }
    return 0;
}

static int event_end(int event)
{
    qprof_MethodID method = itt_records() ? itt_numbered_method(&events, event) : 0;
    if (method)
        itt_close(ITT_EVENT, method);
    return 0;
}

const struct itt_named itt_tasks[] = {
    ITT_NAMED(task_begin, task_begin),       ITT_NAMED(task_begin_ex, task_begin_ex),
    ITT_NAMED(task_begin_fn, task_begin_fn), ITT_NAMED(task_begin_fn_ex, task_begin_fn_ex),
    ITT_NAMED(task_end, task_end),           ITT_NAMED(task_end_ex, task_end_ex),
    ITT_NAMED(event_create, event_create),   ITT_NAMED(event_start, event_start),
    ITT_NAMED(event_end, event_end),         {NULL, NULL}};
