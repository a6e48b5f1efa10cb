/* profiler.c - reports to a QII library. */
#include "profiler.h"

#include <stdlib.h>

static qprof_MethodID method_id(const struct function *function)
{
    return (qprof_MethodID)function->number + 1;
}

static VthreadID virtual_thread(const struct thread *thread)
{
    return (VthreadID)thread;
}

/* The line table has one entry per statement, so that a statement's number serves as its block number. */
static void register_function(struct profiler *profiler, const struct program *program, const struct function *function,
                              int flags)
{
    qprof_LineInfo *lines = calloc((size_t)function->statement_count + 1, sizeof *lines);
    if (!lines)
        return;
    for (int i = 0; i < function->statement_count; i++) {
        lines[i].code_offset = function->statements[i].offset;
        lines[i].line_number = function->statements[i].line;
    }
    profiler->qii.register_method_id(method_id(function), function->name, NULL, flags,
                                     function->code ? program->file : NULL, lines, function->statement_count);
    free(lines);
}

bool profiler_open(struct profiler *profiler, const struct program *program,
                   int (*flags_of)(const struct function *function), const char *library, const char *options)
{
    if (qii_load(&profiler->qii, library) != QII_LOADED) {
        fprintf(stderr, "greenvm: %s\n", profiler->qii.error);
        return false;
    }
    qprof_InitInfo info = {.initial_options = options, .usingVirtualThreads = 1};
    int started = profiler->qii.initialize_ex(&info);
    if (started < 0) { /* the library has printed why */
        qii_unload(&profiler->qii);
        return false;
    }
    profiler->active = true;
    profiler->blocks = started == QPROF_REPORT_BLOCKS && profiler->qii.record_bb_counts_vt;
    if (!profiler->qii.vthread_suspend || !profiler->qii.vthread_resume)
        profiler->reporting = REPORT_CALLS;
    else if (!profiler->qii.vthread_wake && profiler->reporting == REPORT_WAKE)
        profiler->reporting = REPORT_SUSPEND;
    for (int i = 0; i < program->function_count; i++)
        register_function(profiler, program, program->functions[i], flags_of(program->functions[i]));
    return true;
}

void profiler_enter(struct profiler *profiler, const struct thread *thread)
{
    if (profiler->active)
        profiler->qii.record_fn_entry_vt(method_id(fiber_top(&thread->stack)->function),
                                         (qprof_StackID)thread->stack.depth, virtual_thread(thread));
}

void profiler_leave(struct profiler *profiler, const struct thread *thread)
{
    if (profiler->active)
        profiler->qii.record_fn_exit_vt((qprof_StackID)thread->stack.depth, virtual_thread(thread));
}

void profiler_statement(struct profiler *profiler, const struct thread *thread, int statement)
{
    if (profiler->active && profiler->blocks)
        profiler->qii.record_bb_counts_vt(statement, 1, virtual_thread(thread));
}

/* Threads of the same name share a call tree, and so do threads whose names differ only by numbers, unless
 * -fold-thread-names=no is set. */
static void name_thread(const struct profiler *profiler, const struct thread *thread)
{
    const char *name = fiber_top(&thread->stack)->function->name;
    char numbered[200];
    if (!profiler->qii.set_thread_name_vt)
        return;
    snprintf(numbered, sizeof numbered, "%s-%d", name, (int)thread->stack.number);
    profiler->qii.set_thread_name_vt(profiler->numbered ? numbered : name, virtual_thread(thread));
}

void profiler_begin(struct profiler *profiler, const struct thread *thread)
{
    if (!profiler->active)
        return;
    profiler->qii.thread_create_vt((qprof_ThreadID)thread->stack.number, virtual_thread(thread));
    name_thread(profiler, thread);
}

void profiler_end(struct profiler *profiler, const struct thread *thread)
{
    if (profiler->active)
        profiler->qii.thread_destroy_vt(virtual_thread(thread));
}

void profiler_suspend(struct profiler *profiler, const struct thread *thread)
{
    static const int reasons[] = {[STATE_RUNNABLE] = QPROF_REASON_RUNNABLE,
                                  [STATE_BLOCKED] = QPROF_REASON_BLOCKED,
                                  [STATE_WAITING] = QPROF_REASON_WAITING};
    if (profiler->active && profiler->reporting >= REPORT_SUSPEND)
        profiler->qii.vthread_suspend(virtual_thread(thread), reasons[thread->state]);
}

void profiler_resume(struct profiler *profiler, const struct thread *thread)
{
    if (profiler->active && profiler->reporting >= REPORT_SUSPEND)
        profiler->qii.vthread_resume(virtual_thread(thread));
}

void profiler_wake(struct profiler *profiler, const struct thread *thread)
{
    if (profiler->active && profiler->reporting >= REPORT_WAKE)
        profiler->qii.vthread_wake(virtual_thread(thread));
}

void profiler_close(struct profiler *profiler)
{
    if (!profiler->active)
        return;
    profiler->qii.shutdown();
    qii_unload(&profiler->qii);
    profiler->active = false;
}
