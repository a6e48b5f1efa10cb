/* Calls that control a run: pause, clear, phases, annotations, copies, breaks. */
#include "tests/support/run.h"

#include <pthread.h>
#include <signal.h>

static void call(qprof_MethodID method, int times)
{
    for (int i = 0; i < times; i++) {
        enter(method, 2);
        leave(1);
    }
}

static void define_all(void)
{
    define_with_lines(1, "main");
    define_with_lines(2, "before");
    define_with_lines(3, "during");
    define_with_lines(4, "after");
}

static void pause_and_resume(void)
{
    run_start("");
    define_all();
    report("%d", qii.is_recording_data() != 0);
    enter(1, 1);
    call(2, 1);
    report("%d", qii.stop_recording_data() != 0);
    report("%d", qii.is_recording_data() != 0);
    report("%d", qii.is_running() != 0);
    call(3, 5);
    count_block(0, 1);
    count_cycles(5);
    qii.record_monitor_acquired();
    enter(3, 2); /* entered while paused */
    report("%d", qii.start_recording_data() != 0);
    report("%d", qii.is_recording_data() != 0);
    report("%lu", current_method());
    enter(4, 3);
    leave(2);
    leave(1);
    call(4, 1);
    leave(0);
    end_run();
}

static void *make_nodes(void *stops)
{
    enum { METHODS = 100000 };
    for (unsigned long method = 0; !__atomic_load_n((bool *)stops, __ATOMIC_RELAXED); method = (method + 1) % METHODS) {
        enter(1, 1);
        call(1000 + method, 2);
        leave(0);
    }
    return stops;
}

static void pauses_beside_a_thread_that_makes_nodes(void)
{
    const struct timespec millisecond = {.tv_nsec = 1000000};
    bool stops = false;
    pthread_t maker;
    run_start("");
    pthread_create(&maker, NULL, make_nodes, &stops);
    for (int i = 0; i < 20; i++) {
        nanosleep(&millisecond, NULL);
        qii.stop_recording_data();
        nanosleep(&millisecond, NULL);
        qii.start_recording_data();
    }
    __atomic_store_n(&stops, true, __ATOMIC_RELAXED);
    pthread_join(maker, NULL);
    end_run();
}

/* A pause closes the limits of a thread in the middle of its event, which must read the run's clock all the same. */
TEST(no_thread_has_more_time_than_the_run)
{
    run_client(pauses_beside_a_thread_that_makes_nodes);
    const struct qp_profile *profile = run_profile();
    uint64_t duration = profile->clock_end.tick - profile->reader.header.clock_start.tick;
    for (uint32_t i = 0; i < profile->root_count; i++) {
        assert_in_range(profile->roots[i].ledger.recorder, 0, duration);
        assert_in_range(profile->roots[i].ledger.wall, 0, duration);
    }
}

TEST(pause_follows_the_stack_and_counts_nothing)
{
    run_client(pause_and_resume);
    expect_messages("1\n1\n0\n1\n1\n1\n3\n");
    expect_tree("main 1\n"
                "  before 1\n"
                "  during 0\n"
                "    after 1\n"
                "  after 1\n");
    expect_marks("pause\nresume\n");
    expect_diagnostics("");
}

static void left_while_paused(void)
{
    run_start("");
    define_all();
    enter(1, 1);
    enter(2, 2);
    enter(2, 3);
    qii.stop_recording_data();
    leave(1);
    enter(3, 2);
    qii.start_recording_data();
    enter(4, 3);
    leave(1);
    leave(0);
    end_run();
}

TEST(exits_while_paused_are_followed)
{
    run_client(left_while_paused);
    expect_tree("main 1\n"
                "  before 1\n"
                "    before 1\n"
                "  during 0\n"
                "    after 1\n");
    expect_diagnostics("");
}

static void start_paused(void)
{
    run_start("-record-data=no");
    define_all();
    report("%d", qii.is_recording_data() != 0);
    enter(1, 1);
    call(2, 1);
    qii.start_recording_data();
    call(4, 2);
    leave(0);
    end_run();
}

TEST(option_record_data_no_starts_paused)
{
    run_client(start_paused);
    expect_messages("0\n");
    expect_tree("main 0\n"
                "  before 0\n"
                "  after 2\n");
}

static void stop_twice(void)
{
    run_start("");
    report("%d", qii.start_recording_data() != 0);
    report("%d", qii.stop_recording_data() != 0);
    report("%d", qii.stop_recording_data() != 0);
    report("%d", qii.start_recording_data() != 0);
    report("%d", qii.start_recording_data() != 0);
    end_run();
}

TEST(repeated_stop_and_start_succeed_and_change_nothing)
{
    run_client(stop_twice);
    expect_messages("1\n1\n1\n1\n1\n");
    expect_marks("pause\nresume\n");
}

static void disable(void)
{
    run_start("");
    define_all();
    enter(1, 1);
    call(2, 1);
    report("%d", qii.disable_recording_data() != 0);
    report("%d", qii.start_recording_data() != 0);
    report("%d", qii.is_recording_data() != 0);
    report("%d", qii.is_running() != 0);
    call(3, 1);
    leave(0);
    end_run();
    run_start("-data-file=second.qii");
    report("%d", qii.is_recording_data() != 0);
    enter(1, 1);
    leave(0);
    end_run();
}

TEST(disable_lasts_until_the_run_ends)
{
    run_client(disable);
    expect_messages("1\n0\n0\n1\n1\n");
    expect_tree("main 1\n"
                "  before 1\n"
                "  during 0\n");
    run_look_at("second.qii");
    expect_tree("main 1\n");
}

static void clear(void)
{
    run_start("");
    define_all();
    enter(1, 1);
    call(2, 3);
    enter(3, 2);
    count_block(0, 4);
    report("%d", qii.clear_data() != 0);
    report("%lu", current_method());
    count_block(1, 5);
    leave(1);
    call(4, 1);
    leave(0);
    end_run();
}

TEST(clear_forgets_counts_and_keeps_open_frames)
{
    run_client(clear);
    expect_messages("1\n3\n");
    expect_tree("main 0\n"
                "  during 0\n"
                "  after 1\n");
    expect_blocks("during 1:5\n");
    expect_diagnostics("");
}

static void phases(void)
{
    run_start("");
    define_all();
    enter(1, 1);
    call(2, 1);
    report("%d", qii.new_phase() != 0);
    call(3, 2);
    report("%d", qii.new_phase_named("last") != 0);
    call(4, 3);
    leave(0);
    end_run();
}

TEST(each_phase_is_shown_alone)
{
    run_client(phases);
    expect_messages("1\n1\n");
    assert_string_equal(run_tree_of_phase("0"), "main 1\n  before 1\n");
    assert_string_equal(run_tree_of_phase("1"), "main 0\n  during 2\n");
    assert_string_equal(run_tree_of_phase("2"), "main 0\n  after 3\n");
    assert_string_equal(run_tree_of_phase("last"), "main 0\n  after 3\n");
    expect_marks("phase\nphase last\n");
}

static void notes(void)
{
    run_start("");
    report("%d", qii.add_annotation("hello"));
    report("%d", qii.add_annotation(""));
    report("%d", qii.add_annotation(NULL));
    end_run();
    report("%d", qii.add_annotation("too late"));
}

TEST(note_is_in_the_file_and_its_length_is_returned)
{
    run_client(notes);
    expect_messages("5\n0\n0\n0\n");
    expect_marks("note hello\nnote\n");
    expect_kinds("null-name 1\n");
}

static void save(void)
{
    run_start("");
    define_all();
    enter(1, 1);
    call(2, 1);
    report("%d", qii.save_data() != 0);
    call(2, 1);
    report("%d", qii.save_data() != 0);
    call(4, 1);
    leave(0);
    end_run();
    report("%d", qii.save_data() != 0);
}

TEST(save_writes_a_copy_under_the_next_name)
{
    run_client(save);
    expect_messages("1\n1\n0\n");
    expect_tree("main 1\n"
                "  before 2\n"
                "  after 1\n");
    expect_marks("save run.1.qii\nsave run.2.qii\n");
    run_look_at("run.1.qii");
    expect_tree("main 1\n"
                "  before 1\n");
    assert_int_equal(run_profile()->reader.header.state, QP_RUN_SAVED);
    run_look_at("run.2.qii");
    expect_tree("main 1\n"
                "  before 2\n");
}

static void data_files(void)
{
    char path[200] = "unchanged";
    report("%d %s", qii.data_file(path, sizeof path), path);
    report("%d", qii.initialize("-quiet -data-file=first.qii", NULL) > 0);
    report("%d %s", qii.data_file(path, sizeof path), path);
    report("%d %s", qii.data_file(path, 10), path);
    report("%d", qii.data_file(path, 9));
    report("%d", qii.data_file(NULL, 0));
    qii.shutdown();
    report("%d", qii.data_file(path, sizeof path));
    report("%d", qii.initialize("-quiet -data-file=first.qii", NULL) > 0);
    report("%d %s", qii.data_file(path, sizeof path), path);
    qii.shutdown();
    report("%d", qii.initialize("-quiet -data-file=none", NULL) > 0);
    report("%d", qii.data_file(path, sizeof path));
    qii.shutdown();
}

TEST(path_of_the_data_file_has_its_number)
{
    run_client(data_files);
    expect_messages("0 unchanged\n1\n9 first.qii\n9 first.qii\n0\n0\n0\n1\n11 first.1.qii\n1\n0\n");
}

static void without_a_run(void)
{
    report("%d", qii.is_running());
    report("%d", qii.is_recording_data());
    report("%d", qii.start_recording_data());
    report("%d", qii.stop_recording_data());
    report("%d", qii.disable_recording_data());
    report("%d", qii.clear_data());
    report("%d", qii.save_data());
    report("%d", qii.new_phase());
    report("%d", qii.add_annotation("x"));
    qii.set_break_on_event(7, (void *)1);
    run_start("");
    report("%d", qii.is_running() != 0);
    define_all();
    enter(1, 1);
    leave(0);
    end_run();
    report("%d", qii.is_running());
}

TEST(control_without_a_run_returns_0)
{
    run_client(without_a_run);
    expect_messages("0\n0\n0\n0\n0\n0\n0\n0\n0\n1\n0\n");
    expect_tree("main 1\n");
}

/* ---- breaks ----------------------------------------------------------------------------------------------------- */

static volatile sig_atomic_t trapped;

static void on_trap(int number)
{
    (void)number;
    trapped++;
}

static int since_last(void)
{
    int count = trapped;
    trapped = 0;
    return count;
}

static void breaks(void)
{
    signal(SIGTRAP, on_trap);
    run_start("");
    define_all();
    enter(1, 1);
    qii.set_break_on_event(QPROF_BREAK_ENTRY, (void *)2);
    enter(2, 2);
    report("entry %d", since_last());
    leave(1);
    call(3, 3);
    report("others %d", since_last());
    call(2, 3);
    report("entries %d", since_last());
    qii.set_break_on_event(QPROF_BREAK_EXIT, (void *)2);
    call(2, 2);
    report("exits %d", since_last());
    enter(2, 2);
    enter(3, 3);
    leave(2);
    report("exit of another %d", since_last());
    enter(3, 3);
    leave(1);
    report("exit of both %d", since_last());
    enter(2, 2);
    leave(2);
    report("exit of nothing %d", since_last());
    qii.enter_method(2);
    qii.leave_method(2);
    report("exit without a stack id %d", since_last());
    qii.enter_method(2);
    qii.return_to_method(1);
    report("exit by an error %d", since_last());
    leave(1);
    since_last();
    qii.set_break_on_event(QPROF_BREAK_BLOCK, (void *)2);
    count_block(0, 1);
    enter(2, 2);
    count_block(0, 1);
    time_block(1);
    qii.execute_byte_code(2, NULL, 0);
    leave(1);
    report("blocks %d", since_last());
    qii.set_break_on_event(0, (void *)2);
    call(2, 2);
    report("ended %d", since_last());
    leave(0);
    end_run();
}

TEST(break_raises_sigtrap_on_the_requested_events)
{
    run_client(breaks);
    expect_messages("entry 1\n"
                    "others 0\n"
                    "entries 3\n"
                    "exits 2\n"
                    "exit of another 0\n"
                    "exit of both 1\n"
                    "exit of nothing 0\n"
                    "exit without a stack id 1\n"
                    "exit by an error 1\n"
                    "blocks 3\n"
                    "ended 0\n");
    expect_diagnostics("");
}
