/* Groups: virtual threads with the same name and place of creation share a group and its trees. */
#include "tests/support/run.h"
#include "tests/support/sums.h"

static void groups(void)
{
    run_start_virtual("");
    define_some();
    qii.record_fn_entry_vt(1, 1, 100);
    for (VthreadID id = 1; id <= 3; id++) {
        qii.thread_create_vt(id, id);
        qii.set_thread_name_vt("worker", id);
        qii.record_fn_entry_vt(2, 1, id);
        qii.record_fn_exit_vt(0, id);
        if (id < 3)
            qii.thread_destroy_vt(id);
        qii.current_method_id_vt(100);
    }
    qii.record_fn_exit_vt(0, 100);
    qii.shutdown();
}

TEST(virtual_threads_of_one_name_and_creation_place_share_a_group)
{
    run_client(groups);
    expect_tree("[group]\n"
                "main 1\n"
                "[group worker of main]\n"
                "work 3\n");
    expect_threads("thread\n"
                   "virtual 64 (group)\n"
                   "virtual 3 id=3 worker (group worker of main)\n"
                   "virtual 1 id=1 worker (group worker of main) ended\n"
                   "virtual 2 id=2 worker (group worker of main) ended\n");
    expect_diagnostics("");
}

static void renamed(void)
{
    run_start_virtual("");
    define_some();
    qii.set_thread_name_vt("early", 5);
    qii.record_fn_entry_vt(1, 1, 5);
    qii.set_thread_name_vt("late", 5);
    for (int i = 0; i < 2; i++) {
        qii.record_fn_entry_vt(2, 2, 5);
        qii.record_fn_exit_vt(1, 5);
    }
    qii.record_fn_exit_vt(0, 5);
    qii.shutdown();
}

TEST(group_follows_the_current_name_of_a_virtual_thread)
{
    run_client(renamed);
    expect_threads(run_is_qprof() ? "thread\n"
                                    "virtual 5 late (group late)\n"
                                    "virtual 5 late (group early)\n"
                                  : "thread\n"
                                    "virtual 5 late (group late)\n");
    expect_tree("[group early]\n"
                "main 1\n"
                "[group late]\n"
                "main 0\n"
                "  work 2\n");
    expect_diagnostics("");
}

static void renamed_from_elsewhere(void)
{
    run_start_virtual("");
    define_some();
    qii.thread_create_vt(5, 5);
    qii.thread_create_vt(6, 6);
    for (VthreadID id = 5; id <= 6; id++) {
        qii.record_fn_entry_vt(1, 1, id);
        qii.record_fn_entry_vt(2, 2, id);
        qii.record_fn_exit_vt(1, id);
    }
    qii.vthread_suspend(6, QPROF_REASON_WAITING);
    qii.set_thread_name_vt("worker 5", 5);
    qii.set_thread_name_vt("worker 6", 6);
    for (VthreadID id = 5; id <= 6; id++) {
        qii.record_fn_entry_vt(2, 2, id);
        qii.record_fn_exit_vt(1, id);
        qii.set_thread_name_vt("worker 7", id); /* another number, the same group */
        qii.record_fn_entry_vt(2, 2, id);
        qii.record_fn_exit_vt(1, id);
    }
    qii.thread_destroy_vt(6);
    qii.shutdown();
}

TEST(virtual_thread_renamed_while_it_waits_resumes_in_another_group)
{
    run_client(renamed_from_elsewhere);
    expect_tree("[group]\n"
                "main 2\n"
                "  work 2\n"
                "[group worker #]\n"
                "main 0\n"
                "  work 4\n");
    assert_non_null(strstr(run_threads(), "virtual 5 id=5 worker 7 (group worker #)\n"));
    assert_non_null(strstr(run_threads(), "virtual 6 id=6 worker 7 (group worker #) ended\n"));
    expect_diagnostics("");
}

static void ended_unused(void)
{
    run_start_virtual("");
    define_some();
    qii.thread_create_vt(7, 5);
    qii.set_thread_name_vt("unused", 5);
    qii.thread_destroy_vt(5);
    qii.record_fn_entry_vt(1, 1, 6);
    qii.record_fn_exit_vt(0, 6);
    qii.shutdown();
}

TEST(virtual_thread_that_ended_without_an_event_has_a_group_and_counts)
{
    run_client(ended_unused);
    expect_threads("thread\n"
                   "virtual 6 (group)\n"
                   "virtual 5 id=7 unused (group unused) ended\n");
    assert_int_equal(run_profile()->group_count, 2);
    for (uint32_t group = 0; group < 2; group++)
        assert_int_equal(sums_created(run_profile(), group), 1);
    assert_int_equal(sums_ended(run_profile(), 0) + sums_ended(run_profile(), 1), 1);
}
