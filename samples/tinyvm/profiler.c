/* profiler.c - reports to a QII library. */
#include "profiler.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static qprof_MethodID method_id(const struct function *function)
{
    return (qprof_MethodID)function->number + 1;
}

/* Return the id of a virtual thread: the address of its fiber. */
static VthreadID virtual_thread(const struct fiber *fiber)
{
    return (VthreadID)fiber;
}

/* The outcomes of branches are blocks whose numbers follow those of the statements. */
static int outcome_block(const struct function *function, int branch, int outcome)
{
    return function->statement_count + 2 * branch + outcome;
}

static void register_branches(struct profiler *profiler, const struct function *function)
{
    qprof_BranchInfo *branches = calloc((size_t)function->branch_count, sizeof *branches);
    if (!branches)
        return;
    for (int i = 0; i < function->branch_count; i++) {
        branches[i].line_number = function->branches[i].line;
        branches[i].first_block = outcome_block(function, i, 0);
        branches[i].outcomes = 2;
    }
    profiler->qii.register_branches(method_id(function), branches, function->branch_count);
    free(branches);
}

/* Return true if the user wants branches, and the library has them: register_branches is not a part of QII. */
static bool wants_branches(const struct profiler *profiler)
{
    const char *granularity = profiler->qii.get_option("granularity");
    return profiler->blocks && profiler->qii.register_branches && granularity && strcmp(granularity, "block") == 0;
}

/* The line table has one entry per statement, so that a statement's number serves as its block number. */
static void register_function(struct profiler *profiler, const struct program *program, const struct function *function)
{
    qprof_LineInfo *lines = calloc((size_t)function->statement_count + 1, sizeof *lines);
    if (!lines)
        return;
    for (int i = 0; i < function->statement_count; i++) {
        lines[i].code_offset = function->statements[i].offset;
        lines[i].line_number = function->statements[i].line;
    }
    profiler->qii.register_method_id(method_id(function), function->name, NULL, QPROF_METHOD_FLAGS_NONE, program->file,
                                     lines, function->statement_count);
    free(lines);
    if (profiler->branches && function->branch_count > 0)
        register_branches(profiler, function);
}

bool profiler_open(struct profiler *profiler, const struct program *program, const char *library, const char *options)
{
    if (qii_load(&profiler->qii, library) != QII_LOADED) {
        fprintf(stderr, "tinyvm: %s\n", profiler->qii.error);
        return false;
    }
    profiler->virtual_threads = program->has_fibers;
    qprof_InitInfo info = {.initial_options = options, .usingVirtualThreads = profiler->virtual_threads};
    int started = profiler->qii.initialize_ex(&info);
    if (started < 0) { /* the library has printed why */
        qii_unload(&profiler->qii);
        return false;
    }
    profiler->active = true;
    profiler->blocks = started == QPROF_REPORT_BLOCKS;
    profiler->branches = wants_branches(profiler);

    /* Register all functions, so that coverage includes those never called. An interpreter that does not have all of
     * them at the start registers each when it is compiled, or in the library's callback. */
    for (int i = 0; i < program->function_count; i++)
        register_function(profiler, program, program->functions[i]);
    return true;
}

void profiler_enter(struct profiler *profiler, const struct fiber *fiber)
{
    if (!profiler->active)
        return;
    qprof_MethodID method = method_id(fiber_top(fiber)->function);
    qprof_StackID stack = (qprof_StackID)fiber->depth;
    if (profiler->virtual_threads)
        profiler->qii.record_fn_entry_vt(method, stack, virtual_thread(fiber));
    else
        profiler->qii.record_fn_entry(method, stack);
}

void profiler_leave(struct profiler *profiler, const struct fiber *fiber)
{
    if (!profiler->active)
        return;
    qprof_StackID stack = (qprof_StackID)fiber->depth; /* 0 if the fiber has no frame left */
    if (profiler->virtual_threads)
        profiler->qii.record_fn_exit_vt(stack, virtual_thread(fiber));
    else
        profiler->qii.record_fn_exit(stack);
}

static void count_block(struct profiler *profiler, const struct fiber *fiber, int block)
{
    if (profiler->virtual_threads && profiler->qii.record_bb_counts_vt)
        profiler->qii.record_bb_counts_vt(block, 1, virtual_thread(fiber));
    else
        profiler->qii.record_bb_counts(block, 1);
}

void profiler_statement(struct profiler *profiler, const struct fiber *fiber, int statement)
{
    if (!profiler->active || !profiler->blocks)
        return;
    const struct function *function = fiber_top(fiber)->function;
    if (profiler->byte_code)
        profiler->qii.execute_byte_code(method_id(function), NULL, function->statements[statement].offset);
    else
        count_block(profiler, fiber, statement);
}

void profiler_branch(struct profiler *profiler, const struct fiber *fiber, int branch, int outcome)
{
    if (profiler->active && profiler->branches)
        count_block(profiler, fiber, outcome_block(fiber_top(fiber)->function, branch, outcome));
}

void profiler_test(struct profiler *profiler, const struct fiber *fiber, const char *name, const char *outer)
{
    if (!profiler->active || !profiler->qii.context)
        return;
    if (profiler->virtual_threads)
        profiler->qii.context_vt(name, virtual_thread(fiber));
    else
        profiler->qii.context(name);
    if (outer)
        profiler->qii.context_within(name, outer);
}

void profiler_fiber_begin(struct profiler *profiler, const struct fiber *fiber)
{
    if (profiler->active && profiler->virtual_threads)
        profiler->qii.thread_create_vt((qprof_ThreadID)fiber->number, virtual_thread(fiber));
}

void profiler_fiber_switch(struct profiler *profiler, const struct fiber *from, const struct fiber *to)
{
    if (!profiler->active || !profiler->virtual_threads || !profiler->qii.vthread_suspend ||
        !profiler->qii.vthread_resume)
        return;
    profiler->qii.vthread_suspend(virtual_thread(from), QPROF_REASON_WAITING);
    profiler->qii.vthread_resume(virtual_thread(to));
}

void profiler_fiber_end(struct profiler *profiler, const struct fiber *fiber)
{
    if (profiler->active && profiler->virtual_threads)
        profiler->qii.thread_destroy_vt(virtual_thread(fiber));
}

void profiler_close(struct profiler *profiler)
{
    if (!profiler->active)
        return;
    profiler->qii.shutdown();
    qii_unload(&profiler->qii);
    profiler->active = false;
}
