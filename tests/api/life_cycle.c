/* Start and end of runs: results of initialize, second runs, every kind of end, and the host's state that must not
 * change. */
#include "tests/support/run.h"

#include <fcntl.h>
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

static void failures(void)
{
    qprof_InitInfo info = {1, "-quiet -data-file=none", NULL, 0};
    report("%d", qii.initialize_ex(NULL));
    report("%d", qii.initialize_ex(&info));
    info.version = -1;
    report("%d", qii.initialize_ex(&info));
    report("%d", qii.initialize("-quiet -data-file=no/such/directory/x.qii", NULL));
    report("%d", qii.is_running());
    info.version = 0;
    report("%d", qii.initialize_ex(&info) > 0);
    report("%d", qii.initialize("-data-file=second.qii", NULL));
    report("%d", qii.is_running() != 0);
    report("%s", (const char *)qii.get_option("data-file"));
    qii.shutdown();
}

TEST(failed_initialize_has_a_code_and_a_message_for_each_cause)
{
    run_client(failures);
    expect_messages("-1\n-2\n-2\n-4\n0\n1\n-3\n1\nnone\n");
    int lines = 0;
    for (const char *at = run_errors(); *at != '\0'; at++)
        lines += *at == '\n';
    assert_int_equal(lines, 5);
    assert_false(run_has_file("second.qii"));
}

static void what_it_can(void)
{
    report("%s", qii.version());
    report("%lu", qii.abilities());
    run_start("");
    report("%lu", qii.abilities());
    end_run();
}

TEST(library_reports_its_abilities_before_and_in_a_run)
{
    run_client(what_it_can);
    expect_messages(run_is_qprof() ? QPROF_VERSION "\n1\n1\n" : QPROF_VERSION "\n2\n2\n");
    assert_int_equal(QPROF_ABILITY_TIMES, 1);
    assert_int_equal(QPROF_ABILITY_COVERS, 2);
}

static void null_options(void)
{
    report("%d", qii.initialize(NULL, NULL) > 0);
    qii.shutdown();
    report("%d", qii.initialize("", NULL) > 0);
    qii.shutdown();
}

TEST(initialize_takes_null_and_empty_options)
{
    run_client(null_options);
    expect_messages("1\n1\n");
    assert_string_equal(run_output(), "");
}

static void nothing_but_a_start(void)
{
    run_start("");
    end_run();
}

TEST(overhead_is_measured_at_the_start)
{
    run_client(nothing_but_a_start);
    const struct qp_header *header = &run_profile()->reader.header;
    const struct qp_own_cost *cost = &header->own_cost[QP_QPROF];
    if (header->clock_kind != QP_CLOCK_TSC)
        return;
    assert_true(cost->inside + cost->outside > 0); /* `inside` or `outside` is 0 on processors that read the clock at
                                                    * the very beginning or end of an event */
    assert_true(cost->inside < 256 * 10000 && cost->outside < 256 * 10000); /* each part is the overhead of one call,
                                                                             * not of all trial calls together */
}

static const char *careful_options;

static void start_carefully(void)
{
    run_start(careful_options);
    end_run();
}

/* Each of these modes costs more than a plain call, so its overhead must be measured in that mode. The trial calls must
 * not appear in the tree. */
TEST(overhead_is_measured_in_the_mode_of_the_run)
{
    static const char *const options[] = {"-record-min-max", "-measure-timed-calls=user+system", "-clock=ordered"};
    run_client(nothing_but_a_start);
    const struct qp_own_cost plain = run_profile()->reader.header.own_cost[QP_QPROF];
    if (run_profile()->reader.header.clock_kind != QP_CLOCK_TSC)
        return;
    for (size_t i = 0; i < sizeof options / sizeof *options; i++) {
        careful_options = options[i];
        run_client(start_carefully);
        const struct qp_own_cost *cost = &run_profile()->reader.header.own_cost[QP_QPROF];
        assert_true(cost->inside > 0 && cost->outside > 0 && cost->least <= cost->most);
        assert_true(i == 1 ||
                    cost->most > plain.least); /* options[1] uses another clock, whose ticks cannot be compared */
        expect_tree("");
    }
}

TEST(clock_is_the_one_that_the_option_names)
{
    careful_options = "-clock=monotonic";
    run_client(start_carefully);
    assert_int_equal(run_profile()->reader.header.clock_kind, run_is_qprof() ? QP_CLOCK_MONOTONIC : QP_CLOCK_NONE);
    if (system("grep -q nonstop_tsc /proc/cpuinfo") != 0) /* the rate of the counter is not constant */
        return;
    careful_options = "-clock=tsc";
    run_client(start_carefully);
    assert_int_equal(run_profile()->reader.header.clock_kind, run_is_qprof() ? QP_CLOCK_TSC : QP_CLOCK_NONE);
}

static void two_runs(void)
{
    run_start("");
    define_with_lines(1, "known");
    enter(1, 1);
    leave(0);
    end_run();
    run_start("");
    enter(1, 1);
    count_block(2, 1);
    leave(0);
    enter(1, 1);
    leave(0);
    end_run();
}

TEST(second_run_has_a_file_of_its_own_and_the_methods_of_the_first)
{
    run_client(two_runs);
    expect_tree("known 1\n");
    run_look_at("run.1.qii");
    expect_tree("known 2\n");
    expect_lines("known 15:0 16:0 19:1\n");
    expect_diagnostics("");
}

static void modes_in_turn(void)
{
    run_start("");
    qii.record_fn_entry(1, 1);
    qii.shutdown();
    run_start_virtual("");
    report("%lu", qii.current_method_id_vt(7));
    qii.record_fn_entry_vt(2, 1, 7);
    qii.shutdown_vt(7);
    run_start("");
    report("%lu", qii.current_method_id());
    qii.record_fn_entry(3, 1);
    qii.shutdown();
}

TEST(runs_of_both_modes_follow_each_other)
{
    run_client(modes_in_turn);
    expect_messages("0\n0\n");
    expect_tree("0x1 1\n");
    run_look_at("run.1.qii");
    expect_tree("0x2 1\n");
    run_look_at("run.2.qii");
    expect_tree("0x3 1\n");
    expect_diagnostics("");
}

static void after_the_end(void)
{
    run_start("");
    define(1, "main");
    enter(1, 1);
    leave(0);
    end_run();
    report("%d", qii.is_running());
    for (int i = 0; i < 3; i++) {
        enter(1, 1);
        count_block(0, 1);
        count_cycles(1);
        leave(0);
    }
    qii.thread_create(1);
    qii.set_thread_name("x");
    qii.verify_fn_exit(1);
    qii.execute_byte_code(1, NULL, 0);
    qii.record_monitor_acquired();
    report("%lu", current_method());
    end_run();
    end_run();
}

TEST(events_after_shutdown_are_ignored)
{
    run_client(after_the_end);
    expect_messages("0\n0\n");
    expect_tree("main 1\n");
    expect_diagnostics("");
}

static void too_early(void)
{
    enter(1, 1);
    leave(0);
    report("%lu", current_method());
    count_block(0, 1);
    end_run();
    run_start("");
    enter(1, 1);
    leave(0);
    end_run();
}

TEST(events_before_initialize_are_counted_as_misuse)
{
    run_client(too_early);
    expect_messages("0\n");
    expect_tree("0x1 1\n");
    expect_diagnostics("not-running 4 qprof_record_fn_entry\n");
}

static void registered_early(void)
{
    define(1, "early");
    run_start("");
    enter(1, 1);
    leave(0);
    end_run();
}

TEST(method_registered_before_initialize_is_known)
{
    run_client(registered_early);
    expect_tree("early 1\n");
    expect_diagnostics("not-running 1 qprof_register_method_id\n");
}

static void no_shutdown(void)
{
    run_start("-quiet=no");
    define(1, "main");
    enter(1, 1);
}

TEST(process_that_exits_without_shutdown_gets_its_result)
{
    run_client(no_shutdown);
    expect_tree("main 1\n");
    assert_int_equal(run_profile()->reader.header.state, QP_RUN_ENDED);
    assert_true(strlen(run_errors()) > 50);
    assert_string_equal(run_output(), "");
}

static void abrupt(void)
{
    run_start("");
    define(1, "main");
    enter(1, 1);
    enter(2, 2);
    _exit(0);
}

TEST(process_that_ends_abruptly_keeps_every_call)
{
    run_client(abrupt);
    expect_tree("main 1\n"
                "  0x2 1\n");
    assert_int_equal(run_profile()->reader.ending, QP_ENDING_KILLED);
}

static void *shut_down(void *argument)
{
    qii.shutdown();
    return argument;
}

static void at_once(void)
{
    pthread_t threads[4];
    run_start("");
    define(1, "main");
    enter(1, 1);
    for (int i = 0; i < 4; i++)
        pthread_create(&threads[i], NULL, shut_down, NULL);
    for (int i = 0; i < 4; i++)
        pthread_join(threads[i], NULL);
    report("%d", qii.is_running());
}

TEST(shutdown_from_four_threads_at_once_ends_the_run_once)
{
    run_client(at_once);
    expect_messages("0\n");
    expect_tree("main 1\n");
}

/* ---- the host's state ------------------------------------------------------------------------------------------ */

static int descriptors_without_cloexec(void)
{
    int count = 0;
    for (int fd = 3; fd < 200; fd++) {
        int flags = fcntl(fd, F_GETFD);
        count += flags >= 0 && !(flags & FD_CLOEXEC);
    }
    return count;
}

static void same_signals(const char *when)
{
    sigset_t mask;
    pthread_sigmask(SIG_SETMASK, NULL, &mask);
    int blocked = 0, handled = 0;
    for (int number = 1; number < 32; number++) {
        struct sigaction action;
        blocked += sigismember(&mask, number) == 1;
        if (sigaction(number, NULL, &action) == 0)
            handled += action.sa_handler != SIG_DFL;
    }
    report("%s: %d blocked, %d handled", when, blocked, handled);
}

static void own_things(void)
{
    sigset_t mask;
    sigemptyset(&mask);
    sigaddset(&mask, SIGUSR2);
    pthread_sigmask(SIG_SETMASK, &mask, NULL);
    int before = descriptors_without_cloexec();
    same_signals("before");
    umask(022);
    run_start("");
    same_signals("running");
    report("%d", descriptors_without_cloexec() - before);
    for (qprof_MethodID method = 1; method < 5000; method++) {
        enter(method, 1);
        leave(0);
    }
    qii.save_data();
    end_run();
    same_signals("after");
    report("%d", descriptors_without_cloexec() - before);
    struct stat status;
    stat(RUN_FILE, &status);
    report("%o", status.st_mode & 0777);
}

TEST(host_keeps_its_signals_and_descriptors)
{
    run_client(own_things);
    const char *handled = strchr(run_messages(), ',');
    assert_non_null(handled);
    int count = atoi(handled + 1); /* not a constant, since a sanitizer installs handlers */
    char expected[300];
    snprintf(expected, sizeof expected,
             "before: 1 blocked, %d handled\nrunning: 1 blocked, %d handled\n0\n"
             "after: 1 blocked, %d handled\n0\n600\n",
             count, count, count);
    expect_messages(expected);
    assert_string_equal(run_output(), "");
}
