/* ledger.c - qp_ledgers_check: a run whose times add up passes, and each number that is wrong by one tick is
 * reported. */
#include "profile/load/ledger.h"

#include "format/diagnostic.h"
#include "tests/support/balanced.h"
#include "tests/support/open_builder.h"
#include "tests/support/test.h"

#include <string.h>
#include <unistd.h>

static struct qp_ledgers check(struct balanced *balanced, enum qp_ending ending)
{
    struct qp_profile profile;
    struct qp_ledgers ledgers;
    struct qp_error error = {0};
    int fd = test_write_builder(&balanced->builder);
    assert_int_equal(qp_profile_open_fd(&profile, fd, ending, &error), 0);
    assert_int_equal(profile.reader.damages, 0);
    assert_true(qp_ledgers_check(&ledgers, &profile));
    qp_profile_close(&profile);
    close(fd);
    return ledgers;
}

/* The check covers three clocks, two living virtual threads, two epochs of an ended virtual thread, two records of
 * ended virtual threads with their longest life and delay, and two epochs of groups. */
TEST(times_of_a_valid_run_add_up)
{
    static const enum qp_ending endings[] = {QP_ENDING_NORMAL, QP_ENDING_KILLED, QP_ENDING_RUNNING};
    for (int i = 0; i < 3; i++) {
        struct balanced balanced;
        balanced_build(&balanced);
        struct qp_ledgers ledgers = check(&balanced, endings[i]);
        assert_string_equal(ledgers.first, "");
        assert_int_equal(ledgers.off, 0);
        assert_int_equal(ledgers.checked, 3 + 2 + 2 + 2 * 3 + 2);
    }
}

TEST(each_number_that_is_a_tick_off_is_reported)
{
    for (const struct balanced_wrong *wrong = balanced_wrongs; wrong->name; wrong++) {
        struct balanced balanced;
        balanced_build(&balanced);
        wrong->plant(&balanced);
        struct qp_ledgers ledgers = check(&balanced, QP_ENDING_NORMAL);
        if (ledgers.off == 0 || !strstr(ledgers.first, wrong->message) || !strstr(ledgers.first, " 1 ticks "))
            fail_msg("%s: %s", wrong->name, ledgers.first);
    }
}

/* The virtual threads counted cycles for 40 ticks, which are the self time of one node. If that node is flagged as
 * blocking or waiting instead, the 40 ticks are missing in the tree's running time. */
TEST(self_time_of_a_flagged_node_belongs_to_its_state)
{
    static const struct {
        uint16_t flags;
        const char *message;
    } cases[] = {{QP_NODE_CYCLES, ""},
                 {0, ""}, /* as if the method had run before it was flagged */
                 {QP_NODE_BLOCKS, ": their trees have 40 ticks less than their running times"},
                 {QP_NODE_WAITS, ": their trees have 40 ticks less than their running times"}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct balanced balanced;
        balanced_build(&balanced);
        ((struct qp_node *)builder_at(&balanced.builder, balanced.counts))->flags = cases[i].flags;
        struct qp_ledgers ledgers = check(&balanced, QP_ENDING_NORMAL);
        assert_int_equal(ledgers.off, *cases[i].message ? 1 : 0);
        assert_non_null(strstr(ledgers.first, cases[i].message));
    }
}

/* A method is flagged as blocking, and later counts cycles. Its virtual threads were first blocked, then uncounted. */
TEST(states_are_checked_together_where_a_flagged_method_counts_cycles)
{
    for (int wrong = 0; wrong < 2; wrong++) {
        struct balanced balanced;
        balanced_build(&balanced);
        ((struct qp_node *)builder_at(&balanced.builder, balanced.counts))->flags = QP_NODE_CYCLES | QP_NODE_BLOCKS;
        struct qp_context *parked = builder_at(&balanced.builder, balanced.parked);
        ((struct qp_rare_record *)builder_at(&balanced.builder, balanced.rare))->times[0] -= 30;
        parked->times[QP_CONTEXT_BLOCKED - QP_CONTEXT_RUNNING] += 30;
        ((struct qp_node_extra_record *)builder_at(&balanced.builder, balanced.extra[1]))->waiting += (uint64_t)wrong;
        struct qp_ledgers ledgers = check(&balanced, QP_ENDING_NORMAL);
        assert_int_equal(ledgers.off, wrong);
        if (wrong)
            assert_non_null(strstr(ledgers.first, ": their trees have 1 ticks more than their times"));
    }
}

/* The process was killed in an event that began 5 ticks after everything was counted. The carrier's clock may contain
 * these ticks or not. */
TEST(unfinished_event_may_be_counted_or_not)
{
    static const int counted[] = {0, 5, 3};
    for (int i = 0; i < 3; i++) {
        struct balanced balanced;
        balanced_build(&balanced);
        builder_ledger(&balanced.builder, balanced.own[1])->arriving += 5;
        ((struct qp_node *)builder_at(&balanced.builder, balanced.main))->self += (uint64_t)counted[i];
        struct qp_ledgers ledgers = check(&balanced, QP_ENDING_KILLED);
        assert_int_equal(ledgers.off, counted[i] == 3);
    }
}

/* The process was killed in an event that had not stored its tick yet. So it is unknown how much of the event's time
 * is in the clock. */
TEST(clock_of_an_event_without_a_tick_is_ignored)
{
    for (int wrong = 0; wrong < 2; wrong++) {
        struct balanced balanced;
        balanced_build(&balanced);
        builder_ledger(&balanced.builder, balanced.own[1])->arriving = QP_LEDGER_BUSY;
        ((struct qp_node *)builder_at(&balanced.builder, balanced.main))->self += (uint64_t)wrong;
        struct qp_ledgers ledgers = check(&balanced, QP_ENDING_KILLED);
        assert_int_equal(ledgers.off, 0);
        assert_int_equal(ledgers.checked, 3 + 1 - wrong);
    }
}

/* A live file grows while it is read. The part that was read may lack new nodes of a thread. */
TEST(file_that_grew_since_it_was_opened_is_ignored)
{
    for (int grows = 0; grows < 2; grows++) {
        struct balanced balanced;
        struct qp_profile profile;
        struct qp_ledgers ledgers;
        struct qp_error error = {0};
        balanced_build(&balanced);
        builder_ledger(&balanced.builder, balanced.own[1])->last += 7;
        builder_ledger(&balanced.builder, balanced.own[1])->arriving += 7;
        int fd = test_write_builder(&balanced.builder);
        assert_int_equal(qp_profile_open_fd(&profile, fd, QP_ENDING_RUNNING, &error), 0);
        uint32_t extents = profile.reader.header.extent_count + (uint32_t)grows;
        assert_int_equal(pwrite(fd, &extents, sizeof extents, offsetof(struct qp_header, extent_count)),
                         sizeof extents);
        assert_true(qp_ledgers_check(&ledgers, &profile));
        assert_int_equal(ledgers.off, grows ? 0 : 1);
        qp_profile_close(&profile);
        close(fd);
    }
}

TEST(virtual_threads_of_an_unfinished_event_are_ignored)
{
    struct balanced balanced;
    balanced_build(&balanced);
    builder_ledger(&balanced.builder, balanced.own[1])->arriving += 5;
    ((struct qp_context *)builder_at(&balanced.builder, balanced.parked))->times[0] += 5;
    struct qp_ledgers ledgers = check(&balanced, QP_ENDING_KILLED);
    assert_int_equal(ledgers.off, 0);
    assert_int_equal(ledgers.checked, 3 + 1);
}

TEST(no_sum_is_off_after_a_virtual_thread_ran_on_two_threads_at_once)
{
    for (const struct balanced_wrong *wrong = balanced_wrongs; wrong->name; wrong++) {
        struct balanced balanced;
        balanced_build(&balanced);
        wrong->plant(&balanced);
        builder_header(&balanced.builder)->diagnostics[QP_QPROF][QP_DIAGNOSTIC_VTHREAD_TWICE].count = 1;
        assert_int_equal(check(&balanced, QP_ENDING_NORMAL).off, 0);
    }
}

TEST(group_without_room_for_its_nodes_is_ignored)
{
    struct balanced balanced;
    balanced_build(&balanced);
    ((struct qp_node_extra_record *)builder_at(&balanced.builder, balanced.extra[0]))->runnable += 5;
    builder_header(&balanced.builder)->diagnostics[QP_QPROF][QP_DIAGNOSTIC_NO_ROOM].count = 1;
    assert_int_equal(check(&balanced, QP_ENDING_NORMAL).off, 0);
}

TEST(lives_without_a_clock_are_ignored)
{
    struct balanced balanced;
    balanced_build(&balanced);
    struct qp_kept_record *kept = builder_at(&balanced.builder, balanced.kept[1]);
    kept->end = 0;
    memset(kept->times, 0, sizeof kept->times);
    struct qp_ledgers ledgers = check(&balanced, QP_ENDING_NORMAL);
    assert_int_equal(ledgers.off, 0);
}

TEST(lives_on_thread_cpu_clocks_are_ignored)
{
    struct balanced balanced;
    balanced_build(&balanced);
    ((struct qp_context *)builder_at(&balanced.builder, balanced.parked))->since += 5;
    builder_header(&balanced.builder)->clock_kind = QP_CLOCK_THREAD_CPU;
    struct qp_ledgers ledgers = check(&balanced, QP_ENDING_NORMAL);
    assert_int_equal(ledgers.off, 0);
}
