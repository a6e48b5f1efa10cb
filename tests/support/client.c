/* The client's side: calls in the form (plain or virtual) of the test's mode. */
#include "tests/support/run.h"

#include "tests/support/stage.h"

#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct qii qii;
VthreadID run_vthread = 0x7000;

static bool environment_is(const char *name, const char *value)
{
    const char *is = getenv(name);
    return is != NULL && strcmp(is, value) == 0;
}

bool run_is_virtual(void)
{
    return environment_is("QII_TEST_MODE", "virtual");
}

bool run_is_qprof(void)
{
    return !environment_is("QII_TEST_PRODUCT", "cprof");
}

static int start(const char *options, void (*callback)(qprof_MethodID), bool virtual_threads)
{
    char all[8192];
    const char *more = getenv("QII_TEST_OPTIONS");
    int length = snprintf(all, sizeof all, "-quiet -data-file=" RUN_FILE " %s %s", more != NULL ? more : "", options);
    STAGE_CHECK(length >= 0 && (size_t)length < sizeof all);
    qprof_InitInfo info = {0, all, callback, virtual_threads};
    return qii.initialize_ex(&info);
}

int run_start_with_callback(const char *options, void (*callback)(qprof_MethodID))
{
    return start(options, callback, run_is_virtual());
}

int run_start(const char *options)
{
    return run_start_with_callback(options, NULL);
}

int run_start_virtual(const char *options)
{
    return start(options, NULL, true);
}

void enter(qprof_MethodID method, qprof_StackID stack)
{
    if (run_is_virtual())
        qii.record_fn_entry_vt(method, stack, run_vthread);
    else
        qii.record_fn_entry(method, stack);
}

void leave(qprof_StackID stack)
{
    if (run_is_virtual())
        qii.record_fn_exit_vt(stack, run_vthread);
    else
        qii.record_fn_exit(stack);
}

void count_block(int block, qprof_Counts count)
{
    if (run_is_virtual())
        qii.record_bb_counts_vt(block, count, run_vthread);
    else
        qii.record_bb_counts(block, count);
}

void time_block(int block)
{
    if (run_is_virtual())
        qii.record_bb_time_vt(block, run_vthread);
    else
        qii.record_bb_time(block);
}

void run_block(int block, qprof_Counts count)
{
    if (run_is_virtual())
        qii.record_bb_vt(block, count, run_vthread);
    else
        qii.record_bb(block, count);
}

void count_cycles(qprof_Counts cycles)
{
    if (run_is_virtual())
        qii.record_counts_vt(cycles, run_vthread);
    else
        qii.record_counts(cycles);
}

qprof_MethodID current_method(void)
{
    return run_is_virtual() ? qii.current_method_id_vt(run_vthread) : qii.current_method_id();
}

void end_run(void)
{
    if (run_is_virtual())
        qii.shutdown_vt(run_vthread);
    else
        qii.shutdown();
}

void define(qprof_MethodID method, const char *name)
{
    qii.register_method_id(method, name, NULL, QPROF_METHOD_FLAGS_NONE, NULL, NULL, 0);
}

void define_with_lines(qprof_MethodID method, const char *name)
{
    static const qprof_LineInfo lines[] = {{0, 15}, {7, 16}, {12, 19}};
    qii.register_method_id(method, name, NULL, QPROF_METHOD_FLAGS_NONE, "example.toy", lines, 3);
}

void define_some(void)
{
    define_with_lines(1, "main");
    define_with_lines(2, "work");
    define_with_lines(3, "deeper");
}

void on_a_thread(void *(*body)(void *), void *argument)
{
    pthread_t thread;
    STAGE_CHECK(pthread_create(&thread, NULL, body, argument) == 0);
    STAGE_CHECK(pthread_join(thread, NULL) == 0);
}
