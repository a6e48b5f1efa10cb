/* recipes.c - what an interpreter tells of things that small ones do not have: functions that are collected, several
 * machines in one process, natives, a garbage collector, errors that nobody catches, generators, fibers that wait,
 * times of lines, lines that are counted without a call. doc/embedding.md shows each; main plays an interpreter that
 * has them all. */
#include <qprof.h>

#include <stdio.h>
#include <stdlib.h>

struct machine {
    const char *language;
};

enum { TOY, QUERY, MACHINES };

struct function {
    const char *name;
    int flags;
    const qprof_LineInfo *lines; /* one entry a line */
    int line_count;
    int machine; /* that it belongs to */
};

#define DEEPEST 16

struct fiber {
    int depth;
    int line[DEEPEST]; /* of each frame, -1 = none yet */
};

static struct fiber *running; /* on this thread */

/* ---- ids ------------------------------------------------------------------------------------------------------- */

static qprof_MethodID method_id(const struct function *function)
{
    return (qprof_MethodID)(uintptr_t)function;
}

static VthreadID thread_id(const struct fiber *fiber)
{
    return (VthreadID)(uintptr_t)fiber;
}

/* The library asks when it meets an id for the first time, whichever machine runs the function. */
static void tell_function(qprof_MethodID id, void *user)
{
    const struct machine *machines = user;
    const struct function *function = (const struct function *)(uintptr_t)id;
    qprof_register_method_id(id, function->name, machines[function->machine].language, function->flags, "recipes.toy",
                             function->lines, function->line_count);
}

/* The collector found that nobody can call it any more: its address may be another function's tomorrow. */
static void free_function(struct function *function)
{
    qprof_retire_method_id(method_id(function));
    free(function);
}

/* ---- lines ----------------------------------------------------------------------------------------------------- */

/* The line has the time since the last event. It ran when it is over; a call in the middle of it is no end. */
static void end_line(const struct fiber *fiber, qprof_Counts times)
{
    int line = fiber->line[fiber->depth];
    if (line >= 0)
        qprof_record_bb_vt(line, times, thread_id(fiber));
}

static void begin_line(struct fiber *fiber, int line)
{
    end_line(fiber, 1);
    fiber->line[fiber->depth] = line;
}

/* What code that is compiled does: an addition for each line that runs, and for each call. */
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
    end_line(fiber, 0);
    fiber->line[++fiber->depth] = -1;
    qprof_record_fn_entry_vt(method_id(function), (qprof_StackID)fiber->depth, thread_id(fiber));
}

static void leave(struct fiber *fiber)
{
    end_line(fiber, 1);
    qprof_record_fn_exit_vt((qprof_StackID)--fiber->depth, thread_id(fiber));
}

/* An error that nobody catches leaves all frames. */
static void die(struct fiber *fiber)
{
    end_line(fiber, 1);
    fiber->depth = 0;
    qprof_record_fn_exit_vt(0, thread_id(fiber));
}

static void collect_garbage(const struct fiber *fiber, struct function *garbage)
{
    qprof_record_fn_entry_vt(qprof_GarbageCollector, 0, thread_id(fiber));
    free_function(garbage);
    qprof_verify_fn_exit_vt(qprof_GarbageCollector, thread_id(fiber));
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

static void end_fiber(struct fiber *fiber)
{
    qprof_thread_destroy_vt(thread_id(fiber));
    free(fiber);
}

/* A generator runs in place of its caller, which goes on when it yields. */
static void run_generator(struct fiber *generator)
{
    end_line(running, 0);
    qprof_vthread_switch(thread_id(running), QPROF_REASON_RESUMES, thread_id(generator));
    running = generator;
}

static void yield_to(struct fiber *caller)
{
    qprof_vthread_switch(thread_id(running), QPROF_REASON_WAITING, thread_id(caller));
    running = caller;
}

/* An await: the scheduler runs something else, until what it waits for is there. */
static void await(struct fiber *fiber)
{
    end_line(fiber, 0);
    qprof_vthread_suspend(thread_id(fiber), QPROF_REASON_WAITING);
}

static void arrive(const struct fiber *fiber)
{
    qprof_vthread_wake(thread_id(fiber));
}

static void go_on(struct fiber *fiber)
{
    qprof_vthread_resume(thread_id(fiber));
    running = fiber;
}

/* ---- a program -------------------------------------------------------------------------------------------------- */

static const qprof_LineInfo three_lines[] = {{0, 1}, {10, 2}, {20, 3}};
static const struct function program = {"program", QPROF_METHOD_FLAGS_NONE, three_lines, 3, TOY};
static const struct function count_up = {"count_up", QPROF_METHOD_FLAGS_NONE, NULL, 0, TOY};
static const struct function fails = {"fails", QPROF_METHOD_FLAGS_NONE, NULL, 0, TOY};
static const struct function read_file = {"read_file", QPROF_METHOD_FLAGS_BLOCKS, NULL, 0, TOY}; /* a native */
static const struct function compiled = {"compiled", QPROF_METHOD_FLAGS_NONE, three_lines, 3, TOY};
/* Of the other machine. */
static const struct function select_rows = {"select", QPROF_METHOD_FLAGS_NONE, NULL, 0, QUERY};

/* Two functions that are made one after the other, and collected: often at one address. */
static void evaluate(struct fiber *fiber, const char *name)
{
    struct function *made = calloc(1, sizeof *made);
    if (!made)
        abort();
    made->name = name;
    enter(fiber, made);
    leave(fiber);
    collect_garbage(fiber, made);
}

static void play(struct fiber *fiber)
{
    struct fiber *generator = make_fiber(2, "generator");
    enter(fiber, &program);
    begin_line(fiber, 0);
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
        yield_to(fiber);
    }
    end_fiber(generator);
    await(fiber);
    arrive(fiber);
    go_on(fiber);
    enter(fiber, &fails);
    die(fiber);
}

int main(void)
{
    struct machine machines[MACHINES] = {[TOY] = {"toy"}, [QUERY] = {"query"}};
    qprof_InitInfo info = {.usingVirtualThreads = 1};
    qprof_set_method_callback(tell_function, machines);
    if (qprof_initialize_ex(&info) < 0)
        return 1;
    running = make_fiber(1, "main");
    go_on(running);
    tell_function(method_id(&compiled), machines);
    count_in_place(&machines[TOY], &compiled, 40);
    play(running);
    end_fiber(running);
    qprof_shutdown();
    return 0;
}
