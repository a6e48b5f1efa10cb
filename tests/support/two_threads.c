#include "tests/support/two_threads.h"

#include "tests/support/clock.h"
#include "tests/support/run.h"

void start(const char *options)
{
    clock_at(0);
    report("%d", run_start(options) > 0);
}

void name_both(void)
{
    qii.set_thread_name_vt("A", A);
    qii.set_thread_name_vt("B", B);
}

void start_with_methods(const char *options)
{
    start(options);
    define(1, "a");
    define(2, "b");
    define(3, "c");
}

void start_with_both(const char *options)
{
    start_with_methods(options);
    name_both();
}

void start_waiting(void)
{
    start_with_both("");
    qii.record_fn_entry_vt(1, 1, A);
    clock_at(10);
    qii.vthread_switch(A, QPROF_REASON_WAITING, B);
    qii.record_fn_entry_vt(2, 1, B);
}

void end_waiting(void)
{
    clock_at(40);
    qii.record_fn_exit_vt(0, B);
    qii.thread_destroy_vt(B);
    clock_at(45);
    qii.vthread_resume(A);
    clock_at(50);
    qii.record_fn_exit_vt(0, A);
    qii.thread_destroy_vt(A);
    qii.shutdown();
}

static void *block_a(void *unused)
{
    clock_at(10);
    qii.vthread_suspend(A, QPROF_REASON_BLOCKED);
    return unused;
}

void block_a_elsewhere(void)
{
    on_a_thread(block_a, NULL);
}

uint64_t time_of(uint64_t id, enum qp_context_state state)
{
    const struct qp_profile *profile = run_profile();
    uint64_t time = 0;
    for (uint32_t i = 0; i < profile->thread_count; i++)
        if (profile->threads[i].virtual_thread && profile->threads[i].virtual_id == id)
            time += profile->threads[i].times[state - 1];
    return time;
}

uint64_t run_of(uint64_t id)
{
    return time_of(id, QP_CONTEXT_RUNNING);
}

enum qp_context_state state_of(uint64_t id)
{
    const struct qp_profile *profile = run_profile();
    for (uint32_t i = 0; i < profile->thread_count; i++)
        if (profile->threads[i].virtual_thread && profile->threads[i].virtual_id == id)
            return (enum qp_context_state)profile->threads[i].state;
    return QP_CONTEXT_FREE;
}
