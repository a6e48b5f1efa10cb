/* log_qprof.c - a QII library that writes down what it is told, to compare with a text.
 *
 * QII_LOG names the file (default stderr), QII_LOG_SHOW what to show: m methods, c calls, d their callers, l lines,
 * t threads, s sources, x excluded lines. Each line begins with the number of the virtual thread. The calls that Lua's
 * binding never makes do nothing.
 */
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "qprof.h"

#define EXPORT  __attribute__((visibility("default")))
#define METHODS 5000
#define THREADS 5000
#define DEPTH   1000000 /* as many slots as the stack of Lua may have */

struct method {
    char *name;
    int *lines;
    int count;
    qprof_BranchInfo *branches;
    int branch_count;
};

struct thread {
    VthreadID id;
    int depth;
    struct {
        qprof_MethodID method;
        qprof_StackID stack;
    } frames[DEPTH];
};

static struct method methods[METHODS];
static struct thread *threads[THREADS];
static VthreadID last_seen;
static bool recording;
static FILE *out;
static const char *show = "ct";

static bool shown(char what)
{
    if (!out) {
        const char *name = getenv("QII_LOG");
        out = name ? fopen(name, "we") : stderr;
        if (getenv("QII_LOG_SHOW"))
            show = getenv("QII_LOG_SHOW");
    }
    return strchr(show, what) != NULL;
}

#define SAY(what, ...)                                                                                                 \
    do {                                                                                                               \
        if (shown(what))                                                                                               \
            fprintf(out, __VA_ARGS__);                                                                                 \
    } while (0)

static struct thread *thread_of(VthreadID id)
{
    if (!threads[id % THREADS]) {
        threads[id % THREADS] = calloc(1, sizeof **threads);
        threads[id % THREADS]->id = id;
    }
    last_seen = id;
    return threads[id % THREADS];
}

static const char *top_name(const struct thread *t)
{
    return t->depth ? methods[t->frames[t->depth - 1].method].name : "nothing";
}

/* The second method of a name is "name (2)". */
static char *numbered(const char *name)
{
    int same = 1;
    size_t length = strlen(name);
    for (int i = 0; i < METHODS; i++)
        if (methods[i].name && strncmp(methods[i].name, name, length) == 0 &&
            (!methods[i].name[length] || strncmp(methods[i].name + length, " (", 2) == 0))
            same++;
    char *text = calloc(1, length + 16);
    snprintf(text, length + 16, same > 1 ? "%s (%d)" : "%s", name, same);
    return text;
}

EXPORT int qprof_initialize_ex(qprof_InitInfo *info)
{
    bool lines = strstr(info->initial_options, "granularity=line") != NULL;
    recording = true;
    last_seen = 0;
    SAY('i', "start%s\n", info->initial_options);
    return lines ? QPROF_REPORT_BLOCKS : QPROF_METHODS_ONLY;
}

EXPORT int qprof_initialize(const char *options, void (*callback)(qprof_MethodID))
{
    return qprof_initialize_ex(&(qprof_InitInfo){0, options, callback, 0});
}

EXPORT void qprof_shutdown_vt(VthreadID vt)
{
    SAY('i', "%lu stop\n", (unsigned long)vt);
    if (out)
        fflush(out);
    recording = false;
}

EXPORT void qprof_register_method_id_vt(qprof_MethodID id, const char *name, const char *class_name, int flags,
                                        const char *file, const qprof_LineInfo *table, int count, VthreadID vt)
{
    (void)class_name, (void)flags, (void)vt;
    struct method *m = &methods[id];

    *m = (struct method){.name = numbered(name), .lines = calloc((size_t)count + 1, sizeof(int)), .count = count};
    SAY('m', "method %s %s:", m->name, file ? file : "-");
    for (int i = 0; i < count; i++) {
        m->lines[i] = table[i].line_number;
        SAY('m', " %d", m->lines[i]);
    }
    SAY('m', "\n");
}

EXPORT int qprof_register_branches(qprof_MethodID id, const qprof_BranchInfo *branches, int count)
{
    struct method *m = &methods[id];
    m->branches = calloc((size_t)count, sizeof *branches);
    memcpy(m->branches, branches, (size_t)count * sizeof *branches);
    m->branch_count = count;
    SAY('m', "branches %s:", m->name);
    for (int i = 0; i < count; i++)
        SAY('m', " %d", branches[i].line_number);
    SAY('m', "\n");
    return 0;
}

EXPORT int qprof_register_source(const char *file, const char *text, size_t size)
{
    SAY('s', "source %s%s%.*s\n", file, text ? " = " : "", text ? (int)size : 0, text ? text : "");
    return 0;
}

EXPORT int qprof_exclude_lines(const char *file, int first, int last, const char *reason)
{
    SAY('x', "exclude %s %d-%d %s\n", file, first, last, reason ? reason : "");
    return 0;
}

/* Returns. Whether it took the place of its caller. */
static bool push(VthreadID vt, qprof_MethodID method, qprof_StackID stack)
{
    struct thread *t = thread_of(vt);
    bool tail = t->depth && t->frames[t->depth - 1].stack == stack;
    if (!tail)
        t->depth++;
    t->frames[t->depth - 1].method = method;
    t->frames[t->depth - 1].stack = stack;
    return tail;
}

EXPORT void qprof_record_fn_entry_vt(qprof_MethodID method, qprof_StackID stack, VthreadID vt)
{
    bool tail = push(vt, method, stack);
    const struct thread *t = thread_of(vt);
    SAY('c', "%lu %s%s %s", (unsigned long)vt, recording ? "" : "(paused) ", tail ? "tail" : "enter",
        methods[method].name);
    if (t->depth > 1)
        SAY('d', " at depth %d, called by %s", t->depth, methods[t->frames[t->depth - 2].method].name);
    SAY('c', "\n");
}

EXPORT void qprof_follow_fn_entry_vt(qprof_MethodID method, qprof_StackID stack, VthreadID vt)
{
    bool tail = push(vt, method, stack);
    SAY('c', "%lu follow %s%s\n", (unsigned long)vt, methods[method].name, tail ? " (WRONG)" : "");
}

EXPORT void qprof_record_fn_exit_vt(qprof_StackID stack, VthreadID vt)
{
    struct thread *t = thread_of(vt);
    int before = t->depth;
    while (t->depth && t->frames[t->depth - 1].stack != stack)
        t->depth--;
    const char *wrong = t->depth == 0 && before != 1 ? " (WRONG)" : "";
    SAY('c', "%lu exit %d to %s%s\n", (unsigned long)vt, before - t->depth, top_name(t), wrong);
}

/* "outcome 1.2 of f: 7": the second outcome of the function's first branch, which is on line 7. */
static bool say_outcome(const struct method *m, int block, VthreadID vt)
{
    for (int i = 0; m && i < m->branch_count; i++) {
        const qprof_BranchInfo *branch = &m->branches[i];
        if (block >= branch->first_block && block < branch->first_block + branch->outcomes) {
            SAY('l', "%lu outcome %d.%d of %s: %d\n", (unsigned long)vt, i + 1, block - branch->first_block + 1,
                m->name, branch->line_number);
            return true;
        }
    }
    return false;
}

EXPORT void qprof_record_bb_counts_vt(int block, qprof_Counts count, VthreadID vt)
{
    struct thread *t = thread_of(vt);
    const struct method *m = t->depth ? &methods[t->frames[t->depth - 1].method] : NULL;
    if (count == 1 && say_outcome(m, block, vt))
        return;
    if (!m || block < 0 || block >= m->count || count != 1)
        SAY('l', "%lu line of nothing (WRONG)\n", (unsigned long)vt);
    else
        SAY('l', "%lu line %d\n", (unsigned long)vt, m->lines[block]);
}

EXPORT void qprof_record_bb_time_vt(int block, VthreadID vt)
{
    struct thread *t = thread_of(vt);
    const struct method *m = t->depth ? &methods[t->frames[t->depth - 1].method] : NULL;
    if (!m || block < 0 || block >= m->count)
        SAY('l', "%lu time of nothing (WRONG)\n", (unsigned long)vt);
    else
        SAY('T', "%lu time %d\n", (unsigned long)vt, m->lines[block]);
}

EXPORT void qprof_thread_create_vt(qprof_ThreadID id, VthreadID vt)
{
    (void)id;
    if (last_seen)
        SAY('t', "%lu create by %lu in %s\n", (unsigned long)vt, (unsigned long)last_seen,
            top_name(thread_of(last_seen)));
    else
        SAY('t', "%lu create\n", (unsigned long)vt);
}

EXPORT void qprof_thread_destroy_vt(VthreadID vt)
{
    VthreadID current = last_seen;
    struct thread *t = thread_of(vt);
    last_seen = current;
    SAY('t', "%lu destroy at depth %d\n", (unsigned long)vt, t->depth);
    free(t);
    threads[vt % THREADS] = NULL;
}

EXPORT void qprof_set_thread_name_vt(const char *name, VthreadID vt)
{
    SAY('t', "%lu is %s\n", (unsigned long)vt, name);
}

EXPORT void qprof_vthread_suspend(VthreadID vt, int reason)
{
    static const char *const reasons[] = {"runnable", "blocked", "waiting"};
    if (last_seen != vt)
        SAY('t', "%lu is not the one that runs (WRONG)\n", (unsigned long)vt);
    SAY('t', "%lu suspend %s in %s\n", (unsigned long)vt, reasons[reason], top_name(thread_of(vt)));
}

EXPORT void qprof_vthread_resume(VthreadID vt)
{
    SAY('t', "%lu resume in %s\n", (unsigned long)vt, top_name(thread_of(vt)));
}

EXPORT void qprof_vthread_switch(VthreadID from, int reason, VthreadID to)
{
    qprof_vthread_suspend(from, reason);
    qprof_vthread_resume(to);
}

EXPORT int qprof_is_recording_data(void)
{
    return recording;
}

EXPORT int qprof_start_recording_data(void)
{
    return recording = true;
}

EXPORT int qprof_stop_recording_data(void)
{
    recording = false;
    return 1;
}

EXPORT int qprof_save_data(void)
{
    SAY('i', "save\n");
    return 1;
}

EXPORT int qprof_new_phase(void)
{
    SAY('i', "phase\n");
    return 1;
}

EXPORT int qprof_new_phase_named(const char *name)
{
    SAY('i', "phase %s\n", name);
    return 1;
}

EXPORT int qprof_add_annotation(const char *text)
{
    SAY('i', "note %s\n", text);
    return (int)strlen(text);
}
