/* Copies of the data file, triggered by a signal or by a slow virtual thread. */
#include "tests/support/run.h"

#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#define A 0xa000
#define B 0xb000

static void rest(long milliseconds)
{
    nanosleep(&(struct timespec){milliseconds / 1000, milliseconds % 1000 * 1000000}, NULL);
}

/* Wait up to 20 seconds until the file exists. Return true if it exists. */
static bool appears(const char *name)
{
    for (int i = 0; i < 2000 && access(name, F_OK) != 0; i++)
        rest(10);
    return access(name, F_OK) == 0;
}

static void call(VthreadID id, unsigned long method)
{
    qii.record_fn_entry_vt(method, 1, id);
    qii.record_fn_exit_vt(0, id);
}

/* ---- copies by a signal ------------------------------------------------------------------------------------------ */

static void signalled(void)
{
    report("%d", run_start("-save-signal=SIGUSR2") > 0);
    define(1, "first");
    define(2, "second");
    call(A, 1);
    raise(SIGUSR2);
    report("%d", appears("run.1.qii"));
    call(A, 2);
    qii.shutdown();
}

TEST(signal_saves_a_copy_of_the_run_so_far)
{
    run_client(signalled);
    expect_messages("1\n1\n");
    assert_non_null(strstr(run_tree(), "second 1"));
    run_look_at("run.1.qii");
    assert_non_null(strstr(run_tree(), "first 1"));
    assert_null(strstr(run_tree(), "second"));
    expect_kinds("");
}

static uint32_t handled;

static void handle(int number)
{
    (void)number;
    handled++;
}

static void handled_by_the_program(void)
{
    signal(SIGUSR2, handle);
    report("%d", run_start("-save-signal=USR2") > 0);
    raise(SIGUSR2);
    rest(50);
    report("%d", handled);
    qii.shutdown();
    report("%d", access("run.1.qii", F_OK) == 0);
}

TEST(signal_that_the_program_handles_stays_the_programs)
{
    run_client(handled_by_the_program);
    expect_messages("1\n1\n0\n");
}

static void after_the_end(void)
{
    struct sigaction now;
    report("%d", run_start("-save-signal=USR2") > 0);
    qii.shutdown();
    sigaction(SIGUSR2, NULL, &now);
    report("%d", now.sa_handler == SIG_DFL);
    report("%d", run_start("-save-signal=USR2 -data-file=again.qii") > 0);
    raise(SIGUSR2);
    report("%d", appears("again.1.qii"));
    qii.shutdown();
}

TEST(signal_is_released_at_the_end_and_taken_again)
{
    run_client(after_the_end);
    expect_messages("1\n1\n1\n1\n");
}

/* Receive the signal in code that runs on a small stack, which may have no space for a handler's frame. */
static void on_a_small_stack(void)
{
    struct sigaction now;
    report("%d", run_start("-save-signal=USR2") > 0);
    sigaction(SIGUSR2, NULL, &now);
    report("%d", (now.sa_flags & SA_ONSTACK) != 0);
    qii.shutdown();
}

TEST(signal_is_handled_on_the_alternate_stack)
{
    run_client(on_a_small_stack);
    expect_messages("1\n1\n");
}

static void with_both_libraries(void)
{
    static struct qii other;
    report("%d", run_start("-save-signal=USR2") > 0);
    report("%d", qii_load(&other, getenv("QII_TEST_OTHER")) == QII_LOADED);
    report("%d", other.initialize("-quiet -save-signal=USR2", NULL) > 0);
    other.shutdown();
    raise(SIGUSR2);
    report("%d", appears("run.1.qii"));
    qii.shutdown();
}

TEST(signal_of_two_libraries_is_released_after_both_ended)
{
    run_client(with_both_libraries);
    expect_messages("1\n1\n1\n1\n");
}

static void *signal_for_ever(void *unused)
{
    for (;; rest(5))
        kill(getpid(), SIGUSR2);
    return unused;
}

static void exits_while_signals_come(void)
{
    pthread_t thread;
    report("%d", run_start("-save-signal=USR2 -run-at-exit=\"sleep 0.2\"") > 0);
    pthread_create(&thread, NULL, signal_for_ever, NULL);
    rest(20);
}

TEST(signal_that_comes_while_the_process_exits_does_not_kill_it)
{
    assert_int_equal(run_client_to_any_end(exits_while_signals_come), 0);
    expect_messages("1\n");
}

/* ---- copies by a slow virtual thread ----------------------------------------------------------------------------- */

static void short_and_long(void)
{
    report("%d", run_start("-save-slow=200ms -record-timeline=ring:1M") > 0);
    define(1, "first");
    define(2, "second");
    call(A, 1);
    qii.thread_destroy_vt(A);
    rest(50);
    report("%d", access("run.1.qii", F_OK) == 0);
    call(B, 2);
    rest(300);
    qii.thread_destroy_vt(B);
    report("%d", appears("run.1.qii"));
    qii.shutdown();
}

TEST(virtual_thread_that_lives_too_long_saves_a_copy)
{
    run_client(short_and_long);
    expect_messages("1\n0\n1\n");
    run_look_at("run.1.qii");
    assert_non_null(strstr(run_tree(), "second 1"));
}

/* ---- values of the options --------------------------------------------------------------------------------------- */

static void wrong_values(void)
{
    report("%d", run_start("-save-signal=NONSENSE -save-slow=20 -record-timeline=ring:x") > 0);
    qii.shutdown();
}

TEST(wrong_values_are_reported)
{
    run_client(wrong_values);
    expect_messages("1\n");
    expect_diagnostics("bad-option 3 -save-signal=NONSENSE\n");
}
