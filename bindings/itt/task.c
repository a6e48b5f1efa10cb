/* task.c - tasks that nest on their thread: calls of a method with the task's name. */
#include <stdbool.h>

#include "bindings/itt/functions.h"
#include "bindings/itt/open.h"
#include "bindings/native/method.h"
#include "bindings/native/start.h"

/* Return the method of a name. Its id is kept in the name's struct. */
static qprof_MethodID method_of(struct itt_string *name)
{
    if (!name || !name->text)
        return native_method_of_name("<unnamed task>", 0);
    qprof_MethodID id = (qprof_MethodID)__atomic_load_n(&name->extra2, __ATOMIC_RELAXED);
    if (!id) {
        id = native_method_of_name(name->text, 0);
        __atomic_store_n(&name->extra2, (void *)id, __ATOMIC_RELAXED);
    }
    return id;
}

static bool is_on(const struct itt_domain *domain)
{
    return domain && domain->flags && native_records();
}

static void task_begin(const struct itt_domain *domain, struct itt_id id, struct itt_id parent, struct itt_string *name)
{
    (void)id, (void)parent;
    if (is_on(domain))
        itt_open(domain, method_of(name));
}

static void task_end(const struct itt_domain *domain)
{
    if (is_on(domain))
        itt_close(domain);
}

const struct itt_named itt_tasks[] = {ITT_NAMED(task_begin, task_begin), ITT_NAMED(task_end, task_end), {NULL, NULL}};
