/* Wait states: jobs whose waiting times are known exactly. */
#include "messages/waits.h"
#include "tests/support/folder.h"
#include "tests/support/job_log.h"
#include "tests/support/test.h"

#include <string.h>

#define RANKS 3

static struct job_log ranks[RANKS];
static struct qp_job_messages job;
static struct qp_job_waits waits;

static void begin(uint32_t count)
{
    folder_enter();
    for (uint32_t i = 0; i < count; i++)
        job_begin(&ranks[i], i, count);
}

/* Write the files of `count` ranks, and find their wait states. */
static void find(uint32_t count)
{
    static const char *const paths[RANKS] = {"ring.0000.qii", "ring.0001.qii", "ring.0002.qii"};
    struct qp_error error = {0};
    for (uint32_t i = 0; i < count; i++)
        job_write(&ranks[i], "ring");
    assert_int_equal(qp_job_messages_open(&job, paths, count, &error), 0);
    assert_int_equal(qp_job_waits_open(&waits, &job, &error), 0);
}

static void end(void)
{
    qp_job_waits_close(&waits);
    qp_job_messages_close(&job);
}

/* Return the only row of this kind in which a rank waited for another one; NULL if there is none. */
static const struct qp_wait_row *row_of(enum qp_wait_kind kind, int32_t rank, int32_t late)
{
    const struct qp_wait_row *found = NULL;
    for (uint32_t i = 0; i < waits.count; i++) {
        const struct qp_wait_row *it = &waits.rows[i];
        if (it->kind != kind || it->rank != rank || it->late != late)
            continue;
        assert_null(found);
        found = it;
    }
    return found;
}

static void expect(enum qp_wait_kind kind, int32_t rank, int32_t late, uint64_t us)
{
    const struct qp_wait_row *row = row_of(kind, rank, late);
    assert_non_null(row);
    assert_int_equal(row->ns, 1000 * us);
}

static void send_call(struct job_log *log, uint64_t from, uint64_t until, const struct job_message *message)
{
    job_enter(log, from, JOB_SEND, 10);
    job_sends(log, until, message);
    job_leave(log, until);
}

static void receive_call(struct job_log *log, uint64_t from, uint64_t until, const struct job_message *message)
{
    job_enter(log, from, JOB_RECV, 20);
    job_receives(log, until, message);
    job_leave(log, until);
}

static void collective_call(struct job_log *log, uint64_t from, uint64_t until, enum job_call call,
                            const struct job_message *message)
{
    job_enter(log, from, call, 30);
    job_gathers(log, until, message);
    job_leave(log, until);
}

#define TO(rank, size, ...) (&(const struct job_message){.peer = (rank), .bytes = (size), __VA_ARGS__})
#define FROM(rank, ...)     TO(rank, __VA_ARGS__)

/* ---- late senders ----------------------------------------------------------------------------------------------- */

TEST(receive_waits_until_its_message_is_sent)
{
    char path[200];
    begin(2);
    send_call(&ranks[0], 6000, 6010, TO(1, 8));
    receive_call(&ranks[1], 1000, 6020, FROM(0, 8));
    find(2);
    expect(QP_WAIT_LATE_SENDER, 1, 0, 5000);
    assert_int_equal(waits.count, 1);
    assert_int_equal(waits.total_ns, 5000000);
    assert_int_equal(waits.matched, 1);
    const struct qp_wait_row *row = row_of(QP_WAIT_LATE_SENDER, 1, 0);
    assert_int_equal(row->count, 1);
    assert_int_equal(row->longest_ns, 5000000);
    assert_string_equal(job.sites.sites[row->site].shown.bytes ? "ring.c:20" : "", "ring.c:20");
    assert_int_equal(job.sites.sites[row->site].line, 20);
    qp_call_sites_show_path(&job.sites, row->path, path, sizeof path);
    assert_string_equal(path, "Solver:step > MPI:MPI_Recv");
    end();
}

TEST(message_that_is_already_sent_makes_nobody_wait)
{
    begin(2);
    send_call(&ranks[0], 1000, 1010, TO(1, 8));
    receive_call(&ranks[1], 5000, 5010, FROM(0, 8));
    find(2);
    assert_int_equal(waits.count, 0);
    assert_int_equal(waits.matched, 1);
    end();
}

TEST(receives_from_any_source_wait_for_the_ranks_that_sent)
{
    begin(3);
    send_call(&ranks[0], 9000, 9010, TO(2, 8));
    send_call(&ranks[1], 4000, 4010, TO(2, 8));
    receive_call(&ranks[2], 1000, 4020, FROM(1, 8));
    receive_call(&ranks[2], 5000, 9020, FROM(0, 8));
    find(3);
    expect(QP_WAIT_LATE_SENDER, 2, 1, 3000);
    expect(QP_WAIT_LATE_SENDER, 2, 0, 4000);
    assert_int_equal(waits.total_ns, 7000000);
    end();
}

TEST(messages_match_in_the_order_in_which_receives_were_posted)
{
    begin(2);
    send_call(&ranks[0], 500, 510, TO(1, 8));
    send_call(&ranks[0], 5000, 5010, TO(1, 16));
    job_enter(&ranks[1], 100, JOB_IRECV, 21);
    job_posts(&ranks[1], 110, 1);
    job_leave(&ranks[1], 110);
    job_enter(&ranks[1], 120, JOB_IRECV, 22);
    job_posts(&ranks[1], 130, 2);
    job_leave(&ranks[1], 130);
    job_enter(&ranks[1], 1000, JOB_WAITALL, 23);
    job_receives(&ranks[1], 5020, FROM(0, 16, .request = 2));
    job_receives(&ranks[1], 5020, FROM(0, 8, .request = 1));
    job_leave(&ranks[1], 5020);
    find(2);
    assert_int_equal(waits.matched, 2); /* in the order of completion, the sizes would differ */
    expect(QP_WAIT_LATE_SENDER, 1, 0, 4000);
    assert_int_equal(job.sites.sites[row_of(QP_WAIT_LATE_SENDER, 1, 0)->site].line, 23);
    end();
}

TEST(call_that_completes_several_receives_waits_for_the_last_sender_only)
{
    begin(3);
    send_call(&ranks[0], 3000, 3010, TO(2, 8));
    send_call(&ranks[1], 5000, 5010, TO(2, 8));
    job_enter(&ranks[2], 100, JOB_IRECV, 21);
    job_posts(&ranks[2], 110, 1);
    job_leave(&ranks[2], 110);
    job_enter(&ranks[2], 120, JOB_IRECV, 21);
    job_posts(&ranks[2], 130, 2);
    job_leave(&ranks[2], 130);
    job_enter(&ranks[2], 1000, JOB_WAITALL, 23);
    job_receives(&ranks[2], 5020, FROM(0, 8, .request = 1));
    job_receives(&ranks[2], 5020, FROM(1, 8, .request = 2));
    job_leave(&ranks[2], 5020);
    find(3);
    expect(QP_WAIT_LATE_SENDER, 2, 1, 4000);
    assert_int_equal(waits.count, 1);
    end();
}

TEST(cancelled_receive_does_not_hold_up_those_after_it)
{
    begin(2);
    send_call(&ranks[0], 6000, 6010, TO(1, 8));
    job_enter(&ranks[1], 100, JOB_IRECV, 21);
    job_posts(&ranks[1], 110, 1);
    job_leave(&ranks[1], 110);
    receive_call(&ranks[1], 1000, 6020, FROM(0, 8));
    job_enter(&ranks[1], 7000, JOB_WAITALL, 23);
    job_completes(&ranks[1], 7010, 1);
    job_leave(&ranks[1], 7010);
    find(2);
    expect(QP_WAIT_LATE_SENDER, 1, 0, 5000);
    end();
}

TEST(communicators_are_matched_by_their_keys)
{
    static const int members[] = {0, 1};
    begin(2);
    job_communicator(&ranks[0], 3, 77, members, 2, "left");
    job_communicator(&ranks[0], 4, 88, members, 2, NULL);
    job_communicator(&ranks[1], 3, 88, members, 2, NULL);
    job_communicator(&ranks[1], 4, 77, members, 2, "left");
    send_call(&ranks[0], 2000, 2010, TO(1, 8, .communicator = 3));
    send_call(&ranks[0], 6000, 6010, TO(1, 16, .communicator = 4));
    receive_call(&ranks[1], 1000, 6020, FROM(0, 16, .communicator = 3));
    receive_call(&ranks[1], 7000, 7010, FROM(0, 8, .communicator = 4));
    find(2);
    assert_int_equal(waits.matched, 2);
    expect(QP_WAIT_LATE_SENDER, 1, 0, 5000);
    end();
}

/* ---- late receivers --------------------------------------------------------------------------------------------- */

TEST(send_waits_until_its_receive_is_posted)
{
    begin(2);
    send_call(&ranks[0], 1000, 9000, TO(1, 8));
    receive_call(&ranks[1], 7000, 9010, FROM(0, 8));
    find(2);
    expect(QP_WAIT_LATE_RECEIVER, 0, 1, 6000);
    assert_int_equal(waits.count, 1);
    end();
}

TEST(buffered_send_does_not_wait_for_its_receive)
{
    begin(2);
    send_call(&ranks[0], 1000, 1500, TO(1, 8));
    receive_call(&ranks[1], 7000, 7010, FROM(0, 8));
    find(2);
    assert_int_equal(waits.count, 0);
    end();
}

/* Rank 0 starts a send, and completes it from 2000 to 9000; rank 1 posts the receive at 7000. */
static void complete_send(void)
{
    job_enter(&ranks[0], 1000, JOB_ISEND, 11);
    job_sends(&ranks[0], 1010, TO(1, 8, .request = 5));
    job_leave(&ranks[0], 1010);
    job_enter(&ranks[0], 2000, JOB_WAITALL, 12);
    job_completes(&ranks[0], 9000, 5);
}

TEST(call_that_completes_a_send_waits_until_the_receive_is_posted)
{
    begin(2);
    complete_send();
    job_leave(&ranks[0], 9000);
    receive_call(&ranks[1], 7000, 9010, FROM(0, 8));
    find(2);
    expect(QP_WAIT_LATE_RECEIVER, 0, 1, 5000);
    end();
}

TEST(call_that_also_completes_receives_is_not_blamed_on_a_receiver)
{
    begin(3);
    job_enter(&ranks[0], 100, JOB_IRECV, 21);
    job_posts(&ranks[0], 110, 6);
    job_leave(&ranks[0], 110);
    complete_send();
    job_receives(&ranks[0], 9000, FROM(2, 8, .request = 6));
    job_leave(&ranks[0], 9000);
    receive_call(&ranks[1], 7000, 7010, FROM(0, 8));
    send_call(&ranks[2], 4000, 4010, TO(0, 8));
    find(3);
    expect(QP_WAIT_LATE_SENDER, 0, 2, 2000);
    assert_int_equal(waits.count, 1);
    end();
}

/* ---- collective operations -------------------------------------------------------------------------------------- */

#define NO_ROOT TO(QP_PEER_NONE, 0)

TEST(ranks_wait_for_the_last_one_in_a_barrier)
{
    begin(3);
    collective_call(&ranks[0], 1000, 6010, JOB_BARRIER, NO_ROOT);
    collective_call(&ranks[1], 2000, 6010, JOB_BARRIER, NO_ROOT);
    collective_call(&ranks[2], 6000, 6010, JOB_BARRIER, NO_ROOT);
    find(3);
    expect(QP_WAIT_COLLECTIVE, 0, 2, 5000);
    expect(QP_WAIT_COLLECTIVE, 1, 2, 4000);
    assert_int_equal(waits.count, 2);
    assert_int_equal(waits.collectives, 3);
    assert_int_equal(waits.rounds_matched, 3);
    end();
}

TEST(rank_that_leaves_a_collective_operation_early_loses_no_more_than_its_call)
{
    begin(2);
    collective_call(&ranks[0], 1000, 1500, JOB_BARRIER, NO_ROOT);
    collective_call(&ranks[1], 6000, 6010, JOB_BARRIER, NO_ROOT);
    find(2);
    expect(QP_WAIT_COLLECTIVE, 0, 1, 500);
    end();
}

TEST(receivers_of_a_broadcast_wait_for_its_root_only)
{
    begin(3);
    collective_call(&ranks[0], 3000, 3010, JOB_BCAST, TO(0, 8));
    collective_call(&ranks[1], 1000, 3020, JOB_BCAST, TO(0, 0, .received = 8));
    collective_call(&ranks[2], 9000, 9010, JOB_BCAST, TO(0, 0, .received = 8));
    find(3);
    expect(QP_WAIT_COLLECTIVE, 1, 0, 2000);
    assert_int_equal(waits.count, 1);
    end();
}

TEST(root_of_a_reduction_waits_for_the_last_rank)
{
    begin(3);
    collective_call(&ranks[0], 1000, 9010, JOB_REDUCE, TO(0, 8, .received = 8));
    collective_call(&ranks[1], 3000, 3010, JOB_REDUCE, TO(0, 8));
    collective_call(&ranks[2], 9000, 9005, JOB_REDUCE, TO(0, 8));
    find(3);
    expect(QP_WAIT_COLLECTIVE, 0, 2, 8000);
    assert_int_equal(waits.count, 1);
    end();
}

TEST(nonblocking_collective_operations_match_in_the_order_of_their_starts)
{
    begin(2);
    for (uint32_t i = 0; i < 2; i++) {
        job_enter(&ranks[i], 1000 + 3000 * i, JOB_BARRIER, 30);
        job_posts(&ranks[i], 1010 + 3000 * i, 9);
        job_leave(&ranks[i], 1010 + 3000 * i);
    }
    collective_call(&ranks[0], 2000, 8010, JOB_BARRIER, NO_ROOT);
    collective_call(&ranks[1], 8000, 8010, JOB_BARRIER, NO_ROOT);
    for (uint32_t i = 0; i < 2; i++) {
        job_enter(&ranks[i], 9000, JOB_WAITALL, 31);
        job_completes(&ranks[i], 9010, 9);
        job_gathers(&ranks[i], 9010, NO_ROOT);
        job_leave(&ranks[i], 9010);
    }
    find(2);
    expect(QP_WAIT_COLLECTIVE, 0, 1, 6000);
    assert_int_equal(waits.count, 1);
    assert_int_equal(waits.rounds_matched, 4);
    end();
}

TEST(operations_of_ranks_beyond_the_members_are_ignored)
{
    static const int members[] = {0, 1};
    begin(3);
    for (uint32_t i = 0; i < 3; i++) {
        job_communicator(&ranks[i], 3, 77, members, 2, NULL);
        for (uint64_t round = 0; round < 3; round++)
            collective_call(&ranks[i], 1000 * (i + 1) + 10000 * round, 3010 + i + 10000 * round, JOB_BARRIER,
                            TO(QP_PEER_NONE, 0, .communicator = 3));
    }
    find(3);
    expect(QP_WAIT_COLLECTIVE, 0, 1, 3000);
    assert_int_equal(waits.rounds_matched, 6);
    end();
}

TEST(ranks_of_both_groups_of_an_intercommunicator_wait_for_each_other)
{
    static const int others[] = {-2, -3}; /* ranks 0 and 1 of the other world */
    begin(3);
    for (uint32_t i = 0; i < 3; i++)
        job_communicator(&ranks[i], 3, 77, others, i == 0 ? 2 : 1, NULL);
    for (uint32_t i = 1; i < 3; i++) { /* ranks 1 and 2 are ranks 0 and 1 of the spawned world 1 */
        builder_header(&ranks[i].builder)->world = 1;
        builder_header(&ranks[i].builder)->rank = i - 1;
    }
    collective_call(&ranks[0], 1000, 6010, JOB_BARRIER, TO(QP_PEER_NONE, 0, .communicator = 3));
    collective_call(&ranks[1], 2000, 6010, JOB_BARRIER, TO(QP_PEER_NONE, 0, .communicator = 3));
    collective_call(&ranks[2], 6000, 6010, JOB_BARRIER, TO(QP_PEER_NONE, 0, .communicator = 3));
    find(3);
    expect(QP_WAIT_COLLECTIVE, 0, qp_process(1, 1), 5000);
    expect(QP_WAIT_COLLECTIVE, qp_process(1, 0), qp_process(1, 1), 4000);
    end();
}

/* ---- incomplete logs -------------------------------------------------------------------------------------------- */

TEST(messages_after_a_loss_are_not_matched)
{
    begin(2);
    send_call(&ranks[0], 2000, 2010, TO(1, 8));
    job_loses(&ranks[0], 2500);
    ranks[0].unlogged = 1;
    send_call(&ranks[0], 3000, 3010, TO(1, 8));
    ranks[0].unlogged = 0;
    send_call(&ranks[0], 9000, 9010, TO(1, 8));
    receive_call(&ranks[1], 1000, 2020, FROM(0, 8));
    receive_call(&ranks[1], 2900, 3020, FROM(0, 8));
    receive_call(&ranks[1], 8000, 9020, FROM(0, 8));
    find(2);
    assert_int_equal(waits.messages, 3);
    assert_int_equal(waits.matched, 1);
    expect(QP_WAIT_LATE_SENDER, 1, 0, 1000);
    assert_true(waits.gaps[0].cut);
    assert_int_equal(waits.gaps[0].from_ns, 2500000);
    assert_false(waits.gaps[1].cut);
    end();
}

TEST(channel_that_a_loss_does_not_concern_is_complete)
{
    begin(2);
    send_call(&ranks[0], 2000, 2010, TO(1, 8));
    job_loses(&ranks[0], 2500);
    send_call(&ranks[0], 9000, 9010, TO(1, 8));
    receive_call(&ranks[1], 1000, 2020, FROM(0, 8));
    receive_call(&ranks[1], 8000, 9020, FROM(0, 8));
    find(2);
    assert_int_equal(waits.matched, 2);
    assert_false(waits.gaps[0].cut);
    end();
}

TEST(channels_with_filtered_calls_are_not_matched)
{
    begin(2);
    ranks[0].unlogged = 1;
    send_call(&ranks[0], 2000, 2010, TO(1, 8));
    ranks[0].unlogged = 0;
    send_call(&ranks[0], 9000, 9010, TO(1, 8));
    send_call(&ranks[0], 9500, 9510, TO(1, 8, .tag = 1));
    receive_call(&ranks[1], 1000, 2020, FROM(0, 8));
    receive_call(&ranks[1], 8000, 9020, FROM(0, 8));
    receive_call(&ranks[1], 9100, 9520, FROM(0, 8, .tag = 1));
    find(2);
    assert_int_equal(waits.matched, 1);
    expect(QP_WAIT_LATE_SENDER, 1, 0, 400);
    assert_true(waits.gaps[0].filtered);
    end();
}

TEST(rank_without_a_file_is_not_waited_for)
{
    begin(3);
    send_call(&ranks[0], 6000, 6010, TO(2, 8));
    receive_call(&ranks[1], 1000, 6020, FROM(2, 8));
    collective_call(&ranks[0], 7000, 9010, JOB_BARRIER, NO_ROOT);
    collective_call(&ranks[1], 8000, 9010, JOB_BARRIER, NO_ROOT);
    job_write(&ranks[2], "other");
    find(2);
    assert_int_equal(waits.count, 0);
    assert_int_equal(waits.messages, 2);
    assert_int_equal(waits.matched, 0);
    assert_int_equal(waits.rounds_matched, 0);
    assert_int_equal(waits.collectives, 2);
    end();
}

TEST(receive_that_got_more_than_was_sent_shows_that_the_logs_do_not_match)
{
    begin(2);
    send_call(&ranks[0], 6000, 6010, TO(1, 8));
    receive_call(&ranks[1], 1000, 6020, FROM(0, 16));
    find(2);
    assert_int_equal(waits.count, 0);
    assert_int_equal(waits.matched, 0);
    end();
}
