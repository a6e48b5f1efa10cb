/* event_log_methods.c - registration of methods, branches and sources. */
#include "bindings/log/event_log_methods.h"

#include <stdlib.h>
#include <string.h>

#include "bindings/kit/hashmap.h"
#include "bindings/kit/strings.h"
#include "bindings/log/event_log_text.h"

static struct kit_hashmap methods; /* by id */
static struct kit_hashmap names;   /* by the hash of a name: number of methods with this name */
static struct log_method *defined; /* list of all methods, newest first */

const struct log_method *log_method_of(qprof_MethodID id)
{
    static const struct log_method unknown = {.name = "unregistered method (WRONG)"};
    const struct log_method *m = kit_hashmap_get(&methods, id);
    return m ? m : &unknown;
}

/* ---- the client's callback --------------------------------------------------------------------------------------- */

void (*log_callback)(qprof_MethodID id);
static void (*later_callback)(qprof_MethodID id, void *user); /* if set, replaces log_callback */
static void *callback_data;
static struct kit_hashmap asked; /* ids for which the callback was called already */

EXPORT int qprof_set_method_callback(void (*callback)(qprof_MethodID id, void *user), void *user)
{
    BEGIN;
    later_callback = callback;
    callback_data = user;
    return 0;
}

void log_call_back(qprof_MethodID id)
{
    if (kit_hashmap_get(&methods, id) || kit_hashmap_get(&asked, id))
        return;
    kit_hashmap_put(&asked, id, &asked);
    if (later_callback)
        later_callback(id, callback_data);
    else if (log_callback)
        log_callback(id);
}

/* ---- registration ------------------------------------------------------------------------------------------------ */

/* Return the name for a new method. The second method with the name "f" is called "f (2)". */
static char *numbered(const char *name)
{
    uint64_t key = kit_hash(name, strlen(name));
    uintptr_t same = (uintptr_t)kit_hashmap_get(&names, key) + 1;
    kit_hashmap_put(&names, key, (void *)same);
    return same > 1 ? kit_format("%s (%u)", name, (unsigned)same) : strdup(name);
}

static void define(qprof_MethodID id, const char *name, const char *class_name, const char *file,
                   const qprof_LineInfo *table, int count)
{
    struct log_method *m = calloc(1, sizeof *m);
    char *full = class_name ? kit_format("%s.%s", class_name, name) : strdup(name);
    *m = (struct log_method){
        .name = numbered(full), .table = calloc((size_t)count + 1, sizeof *table), .count = count, .next = defined};
    defined = m;
    free(full);
    kit_hashmap_put(&methods, id, m);
    SAY('m', "method %s %s:", m->name, file ? file : "-");
    for (int i = 0; i < count; i++) {
        m->table[i] = table[i];
        SAY('m', " %d", table[i].line_number);
    }
    SAY('m', "\n");
}

EXPORT void qprof_register_method_id(qprof_MethodID id, const char *name, const char *class_name, int flags,
                                     const char *file, const qprof_LineInfo *table, int count)
{
    BEGIN;
    (void)flags;
    define(id, name, class_name, file, table, count);
}

EXPORT void qprof_register_method_id_vt(qprof_MethodID id, const char *name, const char *class_name, int flags,
                                        const char *file, const qprof_LineInfo *table, int count, VthreadID vt)
{
    (void)vt;
    if (!log_virtual_threads)
        SAY('m', "a virtual thread in a run without them (WRONG)\n");
    qprof_register_method_id(id, name, class_name, flags, file, table, count);
}

EXPORT int qprof_retire_method_id(qprof_MethodID id)
{
    BEGIN;
    bool known = kit_hashmap_get(&methods, id) != NULL;
    SAY('m', "retire %s\n", log_method_of(id)->name);
    kit_hashmap_remove(&methods, id);
    kit_hashmap_remove(&asked, id);
    return known ? 0 : -1;
}

EXPORT int qprof_register_branches(qprof_MethodID id, const qprof_BranchInfo *branches, int count)
{
    BEGIN;
    struct log_method *m = (struct log_method *)log_method_of(id);
    SAY('m', "branches %s:", m->name);
    for (int i = 0; i < count; i++)
        SAY('m', " %d", branches[i].line_number);
    SAY('m', "\n");
    if (!kit_hashmap_get(&methods, id))
        return -1;
    m->branches = calloc((size_t)count, sizeof *branches);
    memcpy(m->branches, branches, (size_t)count * sizeof *branches);
    m->branch_count = count;
    return 0;
}

EXPORT int qprof_register_branch_targets(qprof_MethodID id, const int *lines, int count)
{
    BEGIN;
    const struct log_method *m = log_method_of(id);
    int outcomes = 0;
    for (int i = 0; i < m->branch_count; i++)
        outcomes += m->branches[i].outcomes;
    SAY('m', "targets %s:", m->name);
    for (int i = 0; i < count; i++)
        SAY('m', " %d", lines[i]);
    SAY('m', "%s\n", count == outcomes ? "" : ", not one for each outcome (WRONG)");
    return count == outcomes ? 0 : -1;
}

EXPORT int qprof_register_source(const char *file, const char *text, size_t size)
{
    BEGIN;
    SAY('s', "source %s%s%.*s\n", file, text ? " = " : "", text ? (int)size : 0, text ? text : "");
    return 0;
}

EXPORT int qprof_exclude_lines(const char *file, int first, int last, const char *reason)
{
    BEGIN;
    SAY('x', "exclude %s %d-%d %s\n", file, first, last, reason ? reason : "");
    return 0;
}
