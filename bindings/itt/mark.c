/* mark.c - marks: calls of a method with the mark's name, which end at once. Marks of the whole process are comments on
 * the run as well, up to a limit. Task groups are marks of the place that makes them. */
#include "bindings/itt/control.h"
#include "bindings/itt/functions.h"
#include "bindings/itt/name.h"
#include "bindings/itt/numbered.h"
#include "bindings/native/method.h"

#define CALLER __builtin_return_address(0)

enum { COMMENTS = 1000 }; /* number of marks that are comments */

static void comment(const char *text)
{
    static unsigned long count;
    if (text && *text && __atomic_fetch_add(&count, 1, __ATOMIC_RELAXED) < COMMENTS)
        kit_library.qii.add_annotation(text);
}

/* ---- marks of domains ------------------------------------------------------------------------------------------- */

static void mark(const struct itt_domain *domain, struct itt_string *name, int scope, const void *caller)
{
    if (!itt_is_on(domain))
        return;
    native_method_mark(itt_method(name, "mark in", caller));
    if (scope == ITT_SCOPE_GLOBAL || scope == ITT_SCOPE_PROCESS)
        comment(itt_text(name, NULL));
}

static void marker(const struct itt_domain *domain, struct itt_id id, struct itt_string *name, int scope)
{
    (void)id;
    mark(domain, name, scope, CALLER);
}

static void marker_ex(const struct itt_domain *domain, struct itt_clock *clock, unsigned long long time,
                      struct itt_id id, struct itt_string *name, int scope)
{
    (void)clock, (void)time, (void)id;
    mark(domain, name, scope, CALLER);
}

static void task_group(const struct itt_domain *domain, struct itt_id id, struct itt_id parent, struct itt_string *name)
{
    (void)id, (void)parent;
    if (itt_is_on(domain))
        native_method_mark(itt_method(name, "task group in", CALLER));
}

/* ---- marks of the older interface ------------------------------------------------------------------------------- */

static struct itt_numbered marks;

static int mark_create(const char *name)
{
    return itt_number(&marks, name, 0);
}

static int mark_thread(int type, const char *parameter)
{
    (void)parameter;
    qprof_MethodID method = itt_records() ? itt_numbered_method(&marks, type) : 0;
    if (method)
        native_method_mark(method);
    return method ? 0 : -1;
}

static int mark_process(int type, const char *parameter)
{
    int result = mark_thread(type, parameter);
    if (result == 0)
        comment(parameter);
    return result;
}

const struct itt_named itt_marks[] = {ITT_NAMED(marker, marker),
                                      ITT_NAMED(marker_ex, marker_ex),
                                      ITT_NAMED(task_group, task_group),
                                      ITT_NAMED(mark_create, mark_create),
                                      ITT_NAMED(mark, mark_thread),
                                      ITT_NAMED(mark_global, mark_process),
                                      {NULL, NULL}};
