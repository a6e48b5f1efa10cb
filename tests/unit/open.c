/* open.c - open time, which is the time of states that had not ended when the file was read: which function gets
 * this time, and up to which tick. balanced.h describes the run, whose last pair of clocks is at tick 3,200. */
#include "profile/query/groups.h"
#include "profile/load/open.h"
#include "tests/support/balanced.h"
#include "tests/support/open_builder.h"
#include "tests/support/test.h"

#include <string.h>

static struct balanced balanced;
static struct qp_profile profile;
static struct qp_query query;
static int fd;

static struct qp_context *parked(void)
{
    return builder_at(&balanced.builder, balanced.parked);
}

static void open_run(enum qp_ending ending, const char *phase)
{
    struct qp_error error = {0};
    struct qp_selection selection = qp_selection_of(QP_QPROF);
    selection.phase = phase;
    fd = test_write_builder(&balanced.builder);
    assert_int_equal(qp_profile_open_fd(&profile, fd, ending, &error), 0);
    assert_int_equal(qp_query_open(&query, &profile, &selection, &error), 0);
}

static void close_run(void)
{
    qp_query_close(&query);
    qp_profile_close(&profile);
    close(fd);
}

static struct qp_totals totals_of(uint64_t virtual_id)
{
    for (uint32_t i = profile.carrier_count; i < profile.thread_count; i++) {
        if (profile.threads[i].virtual_id == virtual_id)
            return qp_thread_totals(&query, i);
    }
    fail_msg("no virtual thread %d", (int)virtual_id);
    return (struct qp_totals){0};
}

static struct qp_totals method_named(const char *wanted)
{
    for (uint32_t i = 0; i < profile.method_count; i++) {
        char name[100];
        qp_profile_method_name(&profile, i, name, sizeof name);
        if (strcmp(name, wanted) == 0)
            return query.methods[i];
    }
    fail_msg("no method %s", wanted);
    return (struct qp_totals){0};
}

static struct qp_totals group_totals(void)
{
    struct qp_groups groups;
    assert_true(qp_groups_open(&groups, &query));
    struct qp_totals totals = groups.items[0].totals;
    qp_groups_close(&groups);
    return totals;
}

static void assert_adds_up(const struct qp_totals *totals)
{
    assert_int_equal(totals->self + totals->runnable + totals->blocked + totals->waiting + totals->uncounted +
                         totals->recorder + totals->paused,
                     totals->wall);
    assert_int_equal(totals->elapsed, totals->self + totals->runnable + totals->blocked + totals->waiting);
}

TEST(complete_run_has_no_open_time)
{
    balanced_build(&balanced);
    open_run(QP_ENDING_NORMAL, NULL);
    assert_int_equal(totals_of(0xb).blocked, 100);
    assert_int_equal(method_named("worker").blocked, 590);
    close_run();
}

/* A copy of the file is saved while a new thread takes over the record of an ended thread. The clock of the new
 * thread has no start yet. */
TEST(clock_that_has_not_begun_is_charged_nothing)
{
    balanced_build(&balanced);
    struct qp_thread_record *other = builder_at(&balanced.builder, balanced.other);
    builder_header(&balanced.builder)->clock_start.tick = 1;
    other->taken[QP_QPROF] = (struct qp_taken){.until = 3100, .node = balanced.worker[0]};
    *builder_ledger(&balanced.builder, balanced.own_of_other) = (struct qp_ledger){0};
    open_run(QP_ENDING_KILLED, NULL);
    assert_int_equal(method_named("worker").self, 1060 + 700 + 900);
    close_run();
}

TEST(suspended_thread_stays_suspended_until_the_end_of_a_killed_run)
{
    balanced_build(&balanced);
    open_run(QP_ENDING_KILLED, NULL);
    struct qp_totals thread = totals_of(0xb), group = group_totals();
    assert_int_equal(thread.blocked, 100 + 500);
    assert_int_equal(thread.wall, 700 + 500);
    assert_int_equal(method_named("worker").blocked, 590 + 500);
    assert_int_equal(method_named("worker").self, 1060 + 700 + 900);
    assert_int_equal(group.blocked, 600 + 500);
    assert_int_equal(query.threads[0].blocked, 0);
    assert_adds_up(&thread);
    assert_adds_up(&group);
    close_run();
}

TEST(mounted_thread_runs_until_the_last_event_of_its_carrier)
{
    balanced_build(&balanced);
    open_run(QP_ENDING_KILLED, NULL);
    struct qp_totals thread = totals_of(0xc);
    assert_int_equal(thread.self, 800 + 100);
    assert_int_equal(thread.wall, 900);
    close_run();
}

TEST(saved_copy_counts_time_open_then)
{
    balanced_build(&balanced);
    builder_header(&balanced.builder)->state = QP_RUN_SAVED;
    open_run(QP_ENDING_NORMAL, NULL);
    assert_int_equal(totals_of(0xb).blocked, 100 + 500);
    close_run();
}

TEST(woken_thread_is_runnable_from_then_on)
{
    balanced_build(&balanced);
    parked()->woken = 2800;
    open_run(QP_ENDING_KILLED, NULL);
    struct qp_totals thread = totals_of(0xb);
    assert_int_equal(thread.blocked, 100 + 100);
    assert_int_equal(thread.runnable, 103 + 400);
    assert_int_equal(method_named("worker").runnable, 383 + 400);
    assert_int_equal(method_named("worker").blocked, 590 + 100);
    close_run();
}

TEST(wake_up_before_the_current_state_is_ignored)
{
    balanced_build(&balanced);
    parked()->woken = 2700;
    open_run(QP_ENDING_KILLED, NULL);
    assert_int_equal(totals_of(0xb).blocked, 100 + 500);
    assert_int_equal(totals_of(0xb).runnable, 103);
    close_run();
}

TEST(pauses_are_cut_out)
{
    balanced_build(&balanced);
    builder_mark(&balanced.builder, QP_QPROF, QP_MARK_PAUSE, 2750, 1, NULL);
    builder_mark(&balanced.builder, QP_QPROF, QP_MARK_RESUME, 2950, 1, NULL);
    builder_mark(&balanced.builder, QP_QPROF, QP_MARK_PAUSE, 3150, 1, NULL);
    open_run(QP_ENDING_KILLED, NULL);
    struct qp_totals thread = totals_of(0xb);
    assert_int_equal(thread.blocked, 100 + 500 - 250);
    assert_int_equal(thread.paused, 250);
    assert_int_equal(thread.wall, 1200);
    assert_adds_up(&thread);
    close_run();
}

/* A state that began in an earlier phase, and is open, continues through a later phase. The time in the later phase
 * is charged to the virtual thread and its group, but to no node. */
TEST(later_phase_has_its_part_without_a_node)
{
    static const struct {
        const char *phase;
        uint64_t thread, method, group;
    } parts[] = {{NULL, 600, 1090, 1100}, {"1", 100 + 100, 200, 200}, {"2", 400, 0, 400}};
    for (int i = 0; i < 3; i++) {
        balanced_build(&balanced);
        builder_mark(&balanced.builder, QP_QPROF, QP_MARK_PHASE, 2800, 2, NULL);
        open_run(QP_ENDING_KILLED, parts[i].phase);
        struct qp_totals group = group_totals();
        assert_int_equal(totals_of(0xb).blocked, parts[i].thread);
        assert_int_equal(method_named("worker").blocked, parts[i].method);
        assert_int_equal(group.blocked, parts[i].group);
        close_run();
    }
}

TEST(clear_keeps_open_time_after_it)
{
    balanced_build(&balanced);
    builder_mark(&balanced.builder, QP_QPROF, QP_MARK_CLEAR, 3000, 2, NULL);
    open_run(QP_ENDING_KILLED, NULL);
    struct qp_totals thread = totals_of(0xb), group = group_totals();
    assert_int_equal(thread.blocked, 200);
    assert_int_equal(thread.self, 0);
    assert_int_equal(thread.wall, 200);
    assert_int_equal(group.blocked, 200);
    assert_int_equal(group.wall, 200);
    close_run();
}

/* A library that only counts has no times of virtual threads, and so no open time. */
TEST(nothing_is_open_without_a_clock)
{
    balanced_build(&balanced);
    parked()->since = 0;
    memset(parked()->times, 0, sizeof parked()->times);
    open_run(QP_ENDING_KILLED, NULL);
    assert_int_equal(totals_of(0xb).blocked, 0);
    close_run();
}

TEST(thread_cpu_clocks_have_no_open_time)
{
    balanced_build(&balanced);
    builder_header(&balanced.builder)->clock_kind = QP_CLOCK_THREAD_CPU;
    open_run(QP_ENDING_KILLED, NULL);
    assert_int_equal(totals_of(0xb).blocked, 100);
    close_run();
}

/* Only in a damaged file is a thread suspended in a node of the other product. */
TEST(suspended_thread_adds_nothing_to_a_node_of_the_other_product)
{
    balanced_build(&balanced);
    struct builder *builder = &balanced.builder;
    const struct qp_root *own = builder_at(builder, builder_root_of(builder, balanced.own[1]));
    uint32_t root = builder_root(builder, QP_CPROF, own->thread, 0, 1);
    parked()->top = builder_node(builder, root, 1, 1, 10);
    open_run(QP_ENDING_KILLED, NULL);
    assert_int_equal(totals_of(0xb).blocked, 100 + 500);
    for (uint32_t i = 0; i < profile.extra_count; i++)
        assert_int_equal(profile.extras[i].open.blocked, 0);
    close_run();
}
