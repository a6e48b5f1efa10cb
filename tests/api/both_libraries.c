/* libqprof and libcprof in one process: they share a data file, and neither sees the other's data. */
#include "tests/support/run.h"

#include <stdlib.h>
#include <string.h>

static struct qii other; /* libcprof beside libqprof */

static void *find(void *library, const char *name)
{
    return dlsym(library, name);
}

/* Load a library as old clients do, with its names in the global scope of the process. */
static void load_globally(const char *path, struct qii *into)
{
    void *library = dlopen(path, RTLD_NOW | RTLD_GLOBAL);
#define FIND(name)                                                                                                     \
    {                                                                                                                  \
        void *address = find(library, "qprof_" #name);                                                                 \
        memcpy(&into->name, &address, sizeof address);                                                                 \
    }
    QII_FUNCTIONS(FIND, FIND)
}

static void load_both(int globally)
{
    if (globally) {
        load_globally(getenv("QII_TEST_LIBRARY"), &qii);
        load_globally(getenv("QII_TEST_OTHER"), &other);
    } else if (qii_load(&other, getenv("QII_TEST_OTHER")) != QII_LOADED) {
        report("%s", other.error);
    }
}

static void record_with_both(void)
{
    static const qprof_LineInfo lines[] = {{0, 1}, {4, 2}};
    report("%d", qii.initialize("-quiet -data-file=" RUN_FILE, NULL));
    report("%d", other.initialize("-quiet -data-file=other.qii", NULL));
    qii.register_method_id(1, "timed", NULL, 0, NULL, NULL, 0);
    other.register_method_id(1, "covered", NULL, 0, "a.toy", lines, 2);
    qii.record_fn_entry(1, 1);
    other.record_fn_entry(1, 7);
    other.record_bb_counts(1, 5);
    report("%lu %lu", qii.current_method_id(), other.current_method_id());
    qii.record_fn_entry(1, 2);
    qii.record_fn_exit(1);
    other.stop_recording_data();
    report("%d %d", qii.is_recording_data(), other.is_recording_data());
    other.start_recording_data();
    other.record_fn_exit(0);
    report("%lu %lu", qii.current_method_id(), other.current_method_id());
    qii.record_fn_exit(0);
    qii.shutdown();
    report("%d %d", qii.is_running(), other.is_running());
    other.record_fn_entry(1, 1);
    other.record_fn_exit(0);
    other.shutdown();
}

static void locally(void)
{
    load_both(0);
    record_with_both();
}

static void globally(void)
{
    load_both(1);
    record_with_both();
}

static void expect_both(void)
{
    expect_messages("2\n1\n1 1\n1 0\n1 0\n0 1\n");
    assert_false(run_has_file("other.qii"));
    run_look_at_product(QP_QPROF);
    expect_tree("timed 1\n"
                "  timed 1\n");
    expect_blocks("");
    expect_diagnostics("");
    run_look_at_product(QP_CPROF);
    expect_tree("covered 2\n");
    expect_blocks("covered 1:5\n");
    expect_diagnostics("second-file 1 other.qii\n");
    assert_int_equal(run_profile()->reader.header.products, 3);
    assert_int_equal(run_profile()->reader.header.state, QP_RUN_ENDED);
}

TEST(both_loaded_locally_share_a_file_and_no_data)
{
    run_client(locally);
    expect_both();
}

TEST(both_loaded_globally_share_a_file_and_no_data)
{
    run_client(globally);
    expect_both();
}

static void on_the_cpu_clock(void)
{
    load_both(0);
    run_start("-measure-timed-calls=user+system");
    other.initialize("-quiet", NULL);
    qii.record_fn_entry(1, 1);
    other.record_fn_entry(1, 1);
    qii.shutdown();
    other.shutdown();
}

/* On the CPU clock no event takes the fast path. The calibration at the end of libqprof's run makes trial events, which
 * must not count as nested in an event of libcprof. */
TEST(calibration_beside_another_library_counts_no_nested_event)
{
    run_client(on_the_cpu_clock);
    run_look_at_product(QP_QPROF);
    expect_tree("0x1 1\n");
    expect_diagnostics("");
}

static void in_modes_of_their_own(void)
{
    qprof_InitInfo info = {0, "-quiet", NULL, 1};
    load_both(0);
    run_start("");
    other.initialize_ex(&info);
    qii.record_fn_entry(1, 1);
    other.record_fn_entry_vt(1, 1, 5);
    other.record_fn_entry_vt(2, 1, 6);
    report("%lu %lu %lu", qii.current_method_id(), other.current_method_id_vt(5), other.current_method_id_vt(6));
    other.shutdown();
    qii.record_fn_exit(0);
    qii.shutdown();
}

TEST(one_library_may_have_virtual_threads_and_the_other_not)
{
    run_client(in_modes_of_their_own);
    expect_messages("1 1 2\n");
    run_look_at_product(QP_QPROF);
    expect_tree("0x1 1\n");
    expect_diagnostics("");
    run_look_at_product(QP_CPROF);
    expect_tree("0x1 1\n"
                "0x2 1\n");
    expect_diagnostics("");
}

static void one_after_the_other(void)
{
    load_both(0);
    run_start("");
    qii.record_fn_entry(1, 1);
    qii.shutdown();
    other.initialize("-quiet -data-file=second.qii", NULL);
    other.record_fn_entry(2, 1);
    other.shutdown();
}

TEST(consecutive_libraries_have_files_of_their_own)
{
    run_client(one_after_the_other);
    expect_tree("0x1 1\n");
    run_look_at("second.qii");
    run_look_at_product(QP_CPROF);
    expect_tree("0x2 1\n");
}

/* Run libqprof twice with different clocks. libcprof keeps the file open, so both runs record into the same file. */
static void clocks_one_after_the_other(void)
{
    load_both(0);
    other.initialize("-quiet -data-file=" RUN_FILE, NULL);
    for (int i = 0; i < 2; i++) {
        qprof_InitInfo info = {0, i == 0 ? "-quiet -measure-timed-calls=user+system" : "-quiet", NULL, 1};
        report("%d", qii.initialize_ex(&info) > 0);
        qii.record_fn_entry_vt(1, 1, 5);
        qii.record_fn_entry_vt(2, 1, 6);
        qii.record_fn_exit_vt(0, 5);
        qii.shutdown();
    }
    other.shutdown();
}

TEST(times_of_a_file_come_from_one_clock)
{
    run_client(clocks_one_after_the_other);
    expect_messages("1\n1\n");
    assert_non_null(strstr(run_errors(), "libqprof: the data file already uses another clock, which is kept\n"));
    const struct qp_profile *profile = run_profile();
    assert_int_equal(profile->reader.header.clock_kind, QP_CLOCK_THREAD_CPU);
    for (uint32_t i = profile->carrier_count; i < profile->thread_count; i++)
        assert_true(profile->threads[i].since < profile->reader.header.clock_start.tick);
}

static void fill_the_file(void)
{
    char name[40];
    for (unsigned i = 1; i <= 20000; i++) {
        snprintf(name, sizeof name, "method %u", i);
        other.register_method_id(i, name, NULL, 0, NULL, NULL, 0);
    }
}

/* Fill the file before the last event. That event makes the recorder charge its own time to virtual thread 5. Few
 * virtual threads have such a time, so this time is stored in an extra record, for which there is no space. */
static void recorder_time_in_a_full_file(void)
{
    load_both(0);
    run_start_virtual("-max-data-size=1M");
    other.initialize("-quiet", NULL);
    qii.record_fn_entry_vt(1, 1, 5);
    qii.record_counts_vt(1, 5); /* makes the method's own extra record, so that only the virtual thread lacks one */
    fill_the_file();
    qii.thread_destroy_vt(6);
    qii.shutdown();
    other.shutdown();
}

TEST(recorder_time_of_a_virtual_thread_without_room_is_reported)
{
    run_client(recorder_time_in_a_full_file);
    run_look_at_product(QP_QPROF);
    assert_non_null(strstr(run_diagnostics(), " times of virtual thread 0x5\n"));
}

static void unload(void)
{
    run_start("");
    define(1, "main");
    qii.record_fn_entry(1, 1);
    qii_unload(&qii);
}

TEST(library_closed_while_it_records_completes_its_file_at_exit)
{
    run_client(unload);
    expect_tree("main 1\n");
    assert_int_equal(run_profile()->reader.header.state, QP_RUN_ENDED);
}
