/* event_log.c - a QII library that writes down all that it is told, to compare with a text: the test bench of every
 * binding.
 *
 * QII_LOG names the file (default stderr), QII_LOG_SHOW what to show: i start, end and control, m methods, c calls,
 * d their callers, l lines, T times of lines, t threads, s sources, x excluded lines, o other events. Each line about a
 * thread begins with its number: that of the virtual thread, and in a run without them 1 for the system thread that is
 * seen first, and so on. What no client may do is marked (WRONG). Any threads may call.
 *
 * Built with LOG_COVERS it is as libcprof, else as libqprof. */
#include <pthread.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "bindings/kit/hashmap.h"
#include "bindings/kit/strings.h"
#include "qprof.h"

#define EXPORT __attribute__((visibility("default")))

struct method {
    char *name;
    int *lines;
    int *offsets;
    int count;
    qprof_BranchInfo *branches;
    int branch_count;
    struct method *before; /* that had the id before: frames may have it still */
};

struct thread {
    int depth;
    int room;
    struct {
        const struct method *method;
        qprof_MethodID id;
        qprof_StackID stack;
    } * frames;
};

static struct kit_hashmap methods; /* by id */
static struct kit_hashmap names;   /* by hash: how many methods have it */
static struct kit_hashmap threads; /* by number */
static bool running;
static bool recording;
static bool virtual_threads;
static FILE *out;
static const char *show = "ct";
static __thread VthreadID last_seen; /* on this system thread */
static pthread_mutex_t lock = PTHREAD_RECURSIVE_MUTEX_INITIALIZER_NP;

/* ---- what is written -------------------------------------------------------------------------------------------- */

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

/* Every public function: BEGIN in it, and the lock is held until it returns. */
#define BEGIN                                                                                                          \
    __attribute__((cleanup(unlock))) pthread_mutex_t *held = &lock;                                                    \
    pthread_mutex_lock(held)

static void unlock(pthread_mutex_t **held)
{
    pthread_mutex_unlock(*held);
}

static const struct method *method_of(qprof_MethodID id)
{
    static const struct method unknown = {.name = "unregistered method (WRONG)"};
    const struct method *m = kit_hashmap_get(&methods, id);
    return m ? m : &unknown;
}

/* A thread that is talked about, not one that something happens in. */
static struct thread *look_at(VthreadID id)
{
    struct thread *t = kit_hashmap_get(&threads, id);
    if (!t) {
        t = calloc(1, sizeof *t);
        kit_hashmap_put(&threads, id, t);
    }
    return t;
}

static struct thread *thread_of(VthreadID id)
{
    last_seen = id;
    return look_at(id);
}

/* What a call without a virtual thread is about. */
static VthreadID current(void)
{
    static VthreadID last_number;
    static __thread VthreadID number;
    if (virtual_threads)
        return last_seen;
    if (!number)
        number = __atomic_add_fetch(&last_number, 1, __ATOMIC_RELAXED);
    return number;
}

static const struct method *top(const struct thread *t)
{
    return t->depth ? t->frames[t->depth - 1].method : NULL;
}

static const char *top_name(const struct thread *t)
{
    return t->depth ? top(t)->name : "nothing";
}

/* The second method of a name is "name (2)". */
static char *numbered(const char *name)
{
    uint64_t key = kit_hash(name, strlen(name));
    uintptr_t same = (uintptr_t)kit_hashmap_get(&names, key) + 1;
    kit_hashmap_put(&names, key, (void *)same);
    return same > 1 ? kit_format("%s (%u)", name, (unsigned)same) : strdup(name);
}

/* ---- life cycle and control ------------------------------------------------------------------------------------- */

EXPORT const char *qprof_version(void)
{
    return QPROF_VERSION;
}

EXPORT unsigned long qprof_abilities(void)
{
#ifdef LOG_COVERS
    return QPROF_ABILITY_COVERS;
#else
    return QPROF_ABILITY_TIMES;
#endif
}

EXPORT int qprof_initialize_ex(qprof_InitInfo *info)
{
    BEGIN;
    bool lines = strstr(info->initial_options, "granularity=line") != NULL;
    running = recording = true;
    virtual_threads = info->usingVirtualThreads;
    last_seen = 0;
    SAY('i', "start%s%s\n", *info->initial_options ? " " : "", info->initial_options);
    return lines ? QPROF_REPORT_BLOCKS : QPROF_METHODS_ONLY;
}

EXPORT int qprof_initialize(const char *options, void (*callback)(qprof_MethodID))
{
    return qprof_initialize_ex(&(qprof_InitInfo){0, options, callback, 0});
}

static void end_run(void)
{
    if (out)
        fflush(out);
    running = recording = false;
}

EXPORT void qprof_shutdown_vt(VthreadID vt)
{
    BEGIN;
    SAY('i', "%lu stop\n", (unsigned long)vt);
    end_run();
}

EXPORT void qprof_shutdown(void)
{
    BEGIN;
    SAY('i', "stop\n");
    end_run();
}

EXPORT void *qprof_get_option(const char *name)
{
    BEGIN;
    SAY('i', "option %s\n", name);
    return NULL;
}

EXPORT int qprof_is_running(void)
{
    return running;
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

EXPORT int qprof_disable_recording_data(void)
{
    BEGIN;
    SAY('i', "disable\n");
    return qprof_stop_recording_data();
}

static int say_control(const char *what)
{
    BEGIN;
    SAY('i', "%s\n", what);
    return 1;
}

EXPORT int qprof_clear_data(void)
{
    return say_control("clear");
}

EXPORT int qprof_save_data(void)
{
    return say_control("save");
}

EXPORT int qprof_new_phase(void)
{
    return say_control("phase");
}

EXPORT int qprof_new_phase_named(const char *name)
{
    BEGIN;
    SAY('i', "phase %s\n", name);
    return 1;
}

EXPORT int qprof_add_annotation(const char *text)
{
    BEGIN;
    SAY('i', "note %s\n", text);
    return (int)strlen(text);
}

EXPORT void qprof_set_break_on_event(unsigned long flags, void *data)
{
    BEGIN;
    SAY('i', "break on %lu of %p\n", flags, data);
}

/* ---- definitions ------------------------------------------------------------------------------------------------ */

static void define(qprof_MethodID id, const char *name, const char *class_name, const char *file,
                   const qprof_LineInfo *table, int count)
{
    struct method *m = calloc(1, sizeof *m);
    char *full = class_name ? kit_format("%s.%s", class_name, name) : strdup(name);
    *m = (struct method){.name = numbered(full),
                         .lines = calloc((size_t)count + 1, sizeof(int)),
                         .offsets = calloc((size_t)count + 1, sizeof(int)),
                         .count = count,
                         .before = kit_hashmap_get(&methods, id)};
    free(full);
    kit_hashmap_put(&methods, id, m);
    SAY('m', "method %s %s:", m->name, file ? file : "-");
    for (int i = 0; i < count; i++) {
        m->lines[i] = table[i].line_number;
        m->offsets[i] = table[i].code_offset;
        SAY('m', " %d", m->lines[i]);
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
    if (!virtual_threads)
        SAY('m', "a virtual thread in a run without them (WRONG)\n");
    qprof_register_method_id(id, name, class_name, flags, file, table, count);
}

EXPORT int qprof_register_branches(qprof_MethodID id, const qprof_BranchInfo *branches, int count)
{
    BEGIN;
    struct method *m = (struct method *)method_of(id);
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

/* ---- calls ------------------------------------------------------------------------------------------------------ */

/* Returns whether it took the place of its caller. */
static bool push(struct thread *t, qprof_MethodID id, qprof_StackID stack)
{
    bool tail = t->depth && t->frames[t->depth - 1].stack == stack;
    if (!tail && t->depth == t->room) {
        t->room = t->room ? t->room * 2 : 64;
        t->frames = realloc(t->frames, (size_t)t->room * sizeof *t->frames);
    }
    t->depth += !tail;
    t->frames[t->depth - 1].method = method_of(id);
    t->frames[t->depth - 1].id = id;
    t->frames[t->depth - 1].stack = stack;
    return tail;
}

EXPORT void qprof_record_fn_entry_vt(qprof_MethodID id, qprof_StackID stack, VthreadID vt)
{
    BEGIN;
    struct thread *t = thread_of(vt);
    bool tail = push(t, id, stack);
    SAY('c', "%lu %s%s %s", (unsigned long)vt, recording ? "" : "(paused) ", tail ? "tail" : "enter", top_name(t));
    if (t->depth > 1)
        SAY('d', " at depth %d, called by %s", t->depth, t->frames[t->depth - 2].method->name);
    SAY('c', "\n");
}

EXPORT void qprof_record_fn_entry(qprof_MethodID id, qprof_StackID stack)
{
    qprof_record_fn_entry_vt(id, stack, current());
}

EXPORT void qprof_follow_fn_entry_vt(qprof_MethodID id, qprof_StackID stack, VthreadID vt)
{
    BEGIN;
    struct thread *t = thread_of(vt);
    bool tail = push(t, id, stack);
    SAY('c', "%lu follow %s%s\n", (unsigned long)vt, top_name(t), tail ? " (WRONG)" : "");
}

EXPORT void qprof_follow_fn_entry(qprof_MethodID id, qprof_StackID stack)
{
    qprof_follow_fn_entry_vt(id, stack, current());
}

EXPORT void qprof_record_fn_exit_vt(qprof_StackID stack, VthreadID vt)
{
    BEGIN;
    struct thread *t = thread_of(vt);
    int before = t->depth;
    while (t->depth && t->frames[t->depth - 1].stack != stack)
        t->depth--;
    const char *wrong = t->depth == 0 && before != 1 ? " (WRONG)" : "";
    SAY('c', "%lu exit %d to %s%s\n", (unsigned long)vt, before - t->depth, top_name(t), wrong);
}

EXPORT void qprof_record_fn_exit(qprof_StackID stack)
{
    qprof_record_fn_exit_vt(stack, current());
}

/* The stack ids of frames that the library numbers are their depths. Returns that of the newest frame of a method, or
 * with 0 of any; 0 = there is none. */
static int number_of(qprof_MethodID id)
{
    BEGIN;
    const struct thread *t = thread_of(current());
    int number = t->depth;
    while (number && id && t->frames[number - 1].id != id)
        number--;
    return number;
}

EXPORT void qprof_enter_method(qprof_MethodID id)
{
    qprof_record_fn_entry_vt(id, (qprof_StackID)number_of(0) + 1, current());
}

EXPORT void qprof_leave_method(qprof_MethodID id)
{
    int number = number_of(id);
    if (number)
        qprof_record_fn_exit_vt((qprof_StackID)number - 1, current());
    else
        qprof_verify_fn_exit_vt(id, current());
}

EXPORT void qprof_return_to_method(qprof_MethodID id)
{
    int number = number_of(id);
    if (number)
        qprof_record_fn_exit_vt((qprof_StackID)number, current());
}

EXPORT void qprof_verify_fn_exit_vt(qprof_MethodID id, VthreadID vt)
{
    BEGIN;
    struct thread *t = thread_of(vt);
    bool right = t->depth && t->frames[t->depth - 1].id == id;
    t->depth -= right;
    SAY('c', "%lu verified exit to %s%s\n", (unsigned long)vt, top_name(t), right ? "" : " (WRONG)");
}

EXPORT void qprof_verify_fn_exit(qprof_MethodID id)
{
    qprof_verify_fn_exit_vt(id, current());
}

EXPORT qprof_MethodID qprof_current_method_id_vt(VthreadID vt)
{
    BEGIN;
    const struct thread *t = thread_of(vt);
    return t->depth ? t->frames[t->depth - 1].id : 0;
}

EXPORT qprof_MethodID qprof_current_method_id(void)
{
    return qprof_current_method_id_vt(current());
}

/* ---- lines and other events ------------------------------------------------------------------------------------- */

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
    BEGIN;
    const struct method *m = top(thread_of(vt));
    if (count == 1 && say_outcome(m, block, vt))
        return;
    if (!m || block < 0 || block >= m->count)
        SAY('l', "%lu line of nothing (WRONG)\n", (unsigned long)vt);
    else if (count != 1)
        SAY('l', "%lu line %d, %u times\n", (unsigned long)vt, m->lines[block], count);
    else
        SAY('l', "%lu line %d\n", (unsigned long)vt, m->lines[block]);
}

EXPORT void qprof_record_bb_counts(int block, qprof_Counts count)
{
    qprof_record_bb_counts_vt(block, count, current());
}

EXPORT void qprof_record_bb_time_vt(int block, VthreadID vt)
{
    BEGIN;
    const struct method *m = top(thread_of(vt));
    if (!m || block < 0 || block >= m->count)
        SAY('l', "%lu time of nothing (WRONG)\n", (unsigned long)vt);
    else
        SAY('T', "%lu time %d\n", (unsigned long)vt, m->lines[block]);
}

EXPORT void qprof_record_bb_time(int block)
{
    qprof_record_bb_time_vt(block, current());
}

EXPORT void qprof_execute_byte_code(qprof_MethodID id, const char *pc, int offset)
{
    BEGIN;
    const struct method *m = method_of(id);
    int block = m->count - 1;
    (void)pc;
    while (block > 0 && m->offsets[block] > offset)
        block--;
    SAY('l', "%lu line %d of %s\n", (unsigned long)current(), block < 0 ? 0 : m->lines[block], m->name);
}

EXPORT void qprof_record_counts_vt(qprof_Counts cycles, VthreadID vt)
{
    BEGIN;
    SAY('o', "%lu %u cycles in %s\n", (unsigned long)vt, cycles, top_name(thread_of(vt)));
}

EXPORT void qprof_record_counts(qprof_Counts cycles)
{
    qprof_record_counts_vt(cycles, current());
}

static void say_monitor(const char *what)
{
    BEGIN;
    VthreadID vt = current();
    SAY('o', "%lu monitor %s in %s\n", (unsigned long)vt, what, top_name(look_at(vt)));
}

EXPORT void qprof_record_monitor_acquired(void)
{
    say_monitor("acquired");
}

EXPORT void qprof_record_monitor_released(void)
{
    say_monitor("released");
}

/* ---- threads ---------------------------------------------------------------------------------------------------- */

EXPORT void qprof_thread_create_vt(qprof_ThreadID id, VthreadID vt)
{
    BEGIN;
    (void)id;
    if (last_seen)
        SAY('t', "%lu create by %lu in %s\n", (unsigned long)vt, (unsigned long)last_seen,
            top_name(look_at(last_seen)));
    else
        SAY('t', "%lu create\n", (unsigned long)vt);
}

EXPORT void qprof_thread_create(qprof_ThreadID id)
{
    BEGIN;
    (void)id;
    SAY('t', "%lu create\n", (unsigned long)current());
}

EXPORT void qprof_thread_destroy_vt(VthreadID vt)
{
    BEGIN;
    struct thread *t = look_at(vt);
    SAY('t', "%lu destroy at depth %d\n", (unsigned long)vt, t->depth);
    kit_hashmap_remove(&threads, vt);
    free(t->frames);
    free(t);
}

EXPORT void qprof_thread_destroy(qprof_ThreadID id)
{
    (void)id;
    qprof_thread_destroy_vt(current());
}

EXPORT void qprof_set_thread_name_vt(const char *name, VthreadID vt)
{
    BEGIN;
    SAY('t', "%lu is %s\n", (unsigned long)vt, name);
}

EXPORT void qprof_set_thread_name(const char *name)
{
    qprof_set_thread_name_vt(name, current());
}

EXPORT void qprof_vthread_suspend(VthreadID vt, int reason)
{
    BEGIN;
    static const char *const reasons[] = {"runnable", "blocked", "waiting", "resuming"};
    if (last_seen != vt)
        SAY('t', "%lu is not the one that runs (WRONG)\n", (unsigned long)vt);
    SAY('t', "%lu suspend %s in %s\n", (unsigned long)vt, reasons[reason], top_name(thread_of(vt)));
}

EXPORT void qprof_vthread_resume(VthreadID vt)
{
    BEGIN;
    SAY('t', "%lu resume in %s\n", (unsigned long)vt, top_name(thread_of(vt)));
}

EXPORT void qprof_vthread_switch(VthreadID from, int reason, VthreadID to)
{
    BEGIN;
    qprof_vthread_suspend(from, reason);
    qprof_vthread_resume(to);
}
