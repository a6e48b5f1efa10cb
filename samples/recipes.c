/* recipes.c - how to report features that simple interpreters lack: functions that are freed by a collector, several
 * machines in one process, natives, a garbage collector, uncaught errors, generators, fibers that wait, times of lines,
 * lines counted without a call, branches, and a runtime that is excluded from coverage. doc/embedding.md shows each of
 * them; main acts as an interpreter that has them all. */
#include <qprof_counters.h>

#include <limits.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct machine {
    const char *language;
};

enum { TOY, QUERY, MACHINES };

struct function {
    const char *name;
    int flags;
    const qprof_LineInfo *lines; /* one entry per line */
    int line_count;
    int machine; /* its machine's index */
    const qprof_BranchInfo *branches;
    int branch_count;
};

#define DEEPEST 16

struct fiber {
    int depth;
    int line[DEEPEST]; /* by frame: its current line, -1 = none yet */
};

static struct fiber *running; /* on this thread */
static bool reports_branches; /* the user requested branches */
static bool reports_allocations;

/* ---- ids ------------------------------------------------------------------------------------------------------- */

static qprof_MethodID method_id(const struct function *function)
{
    return (qprof_MethodID)(uintptr_t)function;
}

static VthreadID thread_id(const struct fiber *fiber)
{
    return (VthreadID)(uintptr_t)fiber;
}

/* Register a function. The library calls this when it sees an unknown id, whichever machine runs the function. */
static void register_function(qprof_MethodID id, void *user)
{
    const struct machine *machines = user;
    const struct function *function = (const struct function *)(uintptr_t)id;
    qprof_register_method_id(id, function->name, machines[function->machine].language, function->flags, "recipes.toy",
                             function->lines, function->line_count);
    if (reports_branches && function->branch_count)
        qprof_register_branches(id, function->branches, function->branch_count);
}

/* Report that a function was freed, so that its address may be reused. The collector calls this for an unreachable
 * function. */
static void free_function(struct function *function)
{
    qprof_retire_method_id(method_id(function));
    free(function);
}

/* ---- lines ----------------------------------------------------------------------------------------------------- */

/* Charge the time since the last event to the current line. */
static void time_line(const struct fiber *fiber)
{
    int line = fiber->line[fiber->depth];
    if (line >= 0)
        qprof_record_bb_vt(line, 0, thread_id(fiber));
}

/* Count a line when it begins, because an error may leave it before its end, or a fiber may never return to it. */
static void begin_line(struct fiber *fiber, int line)
{
    time_line(fiber);
    fiber->line[fiber->depth] = line;
    qprof_record_bb_counts_vt(line, 1, thread_id(fiber));
}

/* ---- branches -------------------------------------------------------------------------------------------------- */

static bool wants_branches(void)
{
    const char *granularity = qprof_get_option("granularity");
    return granularity && strcmp(granularity, "block") == 0;
}

static void take_branch(const struct fiber *fiber, int outcome)
{
    if (reports_branches)
        qprof_record_bb_counts_vt(outcome, 1, thread_id(fiber));
}

/* Count in the library's counters, as compiled code would: with one addition for the call and for each line that
 * runs. */
static void count_in_place(const struct machine *machine, const struct function *function, int times)
{
    qprof_BlockCounters counters = {.owner = (uintptr_t)machine, .stride = QPROF_COUNTER_NUMBER};
    if (qprof_block_counters(method_id(function), &counters) != 0)
        return;
    int64_t *lines = counters.base, *calls = &lines[counters.length - 1];
    *calls += 1;
    lines[0] += 1;
    for (int i = 0; i < times; i++)
        lines[1] += 1;
    lines[2] += 1;
}

/* ---- calls ----------------------------------------------------------------------------------------------------- */

static void enter(struct fiber *fiber, const struct function *function)
{
    time_line(fiber);
    fiber->line[++fiber->depth] = -1;
    qprof_record_fn_entry_vt(method_id(function), (qprof_StackID)fiber->depth, thread_id(fiber));
}

static void leave(struct fiber *fiber)
{
    time_line(fiber);
    qprof_record_fn_exit_vt((qprof_StackID)--fiber->depth, thread_id(fiber));
}

/* Leave all frames after an uncaught error. */
static void die(struct fiber *fiber)
{
    time_line(fiber);
    fiber->depth = 0;
    qprof_record_fn_exit_vt(0, thread_id(fiber));
}

static void collect_garbage(const struct fiber *fiber, struct function *garbage)
{
    qprof_record_fn_entry_vt(qprof_GarbageCollector, 0, thread_id(fiber));
    free_function(garbage);
    qprof_verify_fn_exit_vt(qprof_GarbageCollector, thread_id(fiber));
}

static bool wants_allocations(void)
{
    const char *kind = qprof_get_option("alloc");
    return kind && strcmp(kind, "exact") == 0;
}

static void *allocate(struct fiber *fiber, size_t size)
{
    if (reports_allocations)
        qprof_record_allocation_vt(0, size, 1, -1, thread_id(fiber));
    return calloc(1, size);
}

/* ---- fibers ---------------------------------------------------------------------------------------------------- */

static struct fiber *make_fiber(qprof_ThreadID number, const char *name)
{
    struct fiber *fiber = calloc(1, sizeof *fiber);
    if (!fiber)
        abort();
    fiber->line[0] = -1;
    qprof_thread_create_vt(number, thread_id(fiber));
    qprof_set_thread_name_vt(name, thread_id(fiber));
    return fiber;
}

/* Create a generator that waits for a request. Without the report of the suspension, the generator would count as
 * runnable, as if it waited for a processor. */
static struct fiber *make_generator(qprof_ThreadID number, const char *name)
{
    struct fiber *generator = make_fiber(number, name);
    qprof_vthread_suspend(thread_id(generator), QPROF_REASON_WAITING);
    return generator;
}

static void end_fiber(struct fiber *fiber)
{
    qprof_thread_destroy_vt(thread_id(fiber));
    free(fiber);
}

/* Run a generator in place of its caller, which resumes when the generator yields. */
static void run_generator(struct fiber *generator)
{
    time_line(running);
    qprof_vthread_switch(thread_id(running), QPROF_REASON_RESUMES, thread_id(generator));
    running = generator;
}

static void yield_to(struct fiber *caller)
{
    time_line(running);
    qprof_vthread_switch(thread_id(running), QPROF_REASON_WAITING, thread_id(caller));
    running = caller;
}

/* Await a result. Until the result arrives, the scheduler runs other fibers. */
static void await(struct fiber *fiber)
{
    time_line(fiber);
    qprof_vthread_suspend(thread_id(fiber), QPROF_REASON_WAITING);
}

static void arrive(const struct fiber *fiber)
{
    qprof_vthread_wake(thread_id(fiber));
}

static void resume(struct fiber *fiber)
{
    qprof_vthread_resume(thread_id(fiber));
    running = fiber;
}

/* ---- a program -------------------------------------------------------------------------------------------------- */

static const qprof_LineInfo three_lines[] = {{0, 1}, {10, 2}, {20, 3}};
static const struct function compiled = {"compiled", QPROF_METHOD_FLAGS_NONE, three_lines, 3, TOY};
static const struct function read_file = {"read_file", QPROF_METHOD_FLAGS_BLOCKS, NULL, 0, TOY}; /* a native */
static const struct function prelude = {"prelude", QPROF_METHOD_FLAGS_NONE, three_lines, 3, TOY};

static const qprof_LineInfo one_line[] = {{0, 12}}, another_line[] = {{0, 16}};
static const struct function count_up = {"count_up", QPROF_METHOD_FLAGS_NONE, one_line, 1, TOY};
static const struct function fails = {"fails", QPROF_METHOD_FLAGS_NONE, another_line, 1, TOY};

/* The condition of a loop is on line 3, and has two outcomes: the loop continues or ends. Blocks 0 to 2 are the
 * lines, so the outcomes are blocks 3 and 4. */
enum { CONTINUES = 3, ENDS };
static const qprof_BranchInfo loop[] = {{.line_number = 3, .first_block = CONTINUES, .outcomes = 2}};
static const struct function program = {"program", QPROF_METHOD_FLAGS_NONE, three_lines, 3, TOY, loop, 1};

/* Exclude the language's own runtime from the users' coverage. */
static void exclude_runtime(const struct machine *machine)
{
    qprof_register_method_id(method_id(&prelude), prelude.name, machine->language, prelude.flags, "boot.toy",
                             prelude.lines, prelude.line_count);
    qprof_exclude_lines("boot.toy", 1, INT_MAX, "the language's own");
}

/* Function of the other machine. */
static const struct function select_rows = {"select", QPROF_METHOD_FLAGS_NONE, NULL, 0, QUERY};

/* Create, call and collect a function. Functions created one after the other often have the same address. */
static void evaluate(struct fiber *fiber, const char *name)
{
    struct function *made = allocate(fiber, sizeof *made);
    if (!made)
        abort();
    made->name = name;
    enter(fiber, made);
    leave(fiber);
    collect_garbage(fiber, made);
}

static void play(struct fiber *fiber)
{
    struct fiber *generator = make_generator(2, "generator");
    enter(fiber, &program);
    begin_line(fiber, 0);
    enter(fiber, &prelude);
    begin_line(fiber, 1);
    leave(fiber);
    evaluate(fiber, "first");
    evaluate(fiber, "second");
    begin_line(fiber, 1);
    enter(fiber, &read_file);
    leave(fiber);
    for (int i = 0; i < 2; i++) {
        enter(fiber, &select_rows);
        leave(fiber);
    }
    for (int i = 0; i < 3; i++) {
        begin_line(fiber, 2);
        run_generator(generator);
        if (i == 0)
            enter(generator, &count_up);
        begin_line(generator, 0);
        yield_to(fiber);
        take_branch(fiber, i < 2 ? CONTINUES : ENDS);
    }
    end_fiber(generator);
    await(fiber);
    arrive(fiber);
    resume(fiber);
    enter(fiber, &fails);
    begin_line(fiber, 0);
    die(fiber);
}

int main(void)
{
    struct machine machines[MACHINES] = {[TOY] = {"toy"}, [QUERY] = {"query"}};
    qprof_InitInfo info = {.usingVirtualThreads = 1};
    qprof_set_method_callback(register_function, machines);
    if (qprof_initialize_ex(&info) < 0)
        return 1;
    reports_branches = wants_branches();
    reports_allocations = wants_allocations();
    exclude_runtime(&machines[TOY]);
    running = make_fiber(1, "main");
    resume(running);
    register_function(method_id(&compiled), machines);
    count_in_place(&machines[TOY], &compiled, 40);
    play(running);
    end_fiber(running);
    qprof_shutdown();
    return 0;
}
