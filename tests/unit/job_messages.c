/* Totals of a job's messages. */
#include "messages/job_messages.h"
#include "tests/support/folder.h"
#include "tests/support/job_log.h"
#include "tests/support/test.h"

#include <string.h>

static struct job_log ranks[2];
static struct qp_job_messages job;

#define TO(rank, size, ...) (&(const struct job_message){.peer = (rank), .bytes = (size), __VA_ARGS__})

static void move(struct job_log *log, enum job_call call, uint64_t from, uint64_t until,
                 const struct job_message *message)
{
    job_enter(log, from, call, 10 + 10 * (unsigned)call);
    if (call == JOB_SEND)
        job_sends(log, until, message);
    else if (call == JOB_RECV)
        job_receives(log, until, message);
    else
        job_gathers(log, until, message);
    job_leave(log, until);
}

/* Rank 0 sends three messages, of which rank 1 receives two. Both reduce once. */
static void make_job(void)
{
    folder_enter();
    job_begin(&ranks[0], 0, 2);
    job_begin(&ranks[1], 1, 2);
    move(&ranks[0], JOB_SEND, 100, 130, TO(1, 8));
    move(&ranks[0], JOB_SEND, 200, 240, TO(1, 1000, .tag = 7));
    move(&ranks[0], JOB_SEND, 300, 310, TO(1, 8, .tag = 7));
    move(&ranks[1], JOB_RECV, 100, 190, TO(0, 8));
    move(&ranks[1], JOB_RECV, 200, 290, TO(0, 1000, .tag = 7));
    move(&ranks[0], JOB_REDUCE, 400, 410, TO(0, 8, .received = 8));
    move(&ranks[1], JOB_REDUCE, 400, 420, TO(0, 8));
    job_write(&ranks[0], "ring");
    job_write(&ranks[1], "ring");
}

static void open_job(uint32_t count)
{
    static const char *const paths[] = {"ring.0001.qii", "ring.0000.qii"};
    struct qp_error error = {0};
    assert_int_equal(qp_job_messages_open(&job, paths, count, &error), 0);
}

static const struct qp_messages_row *find(enum qp_messages_by by, enum qp_channel_kind kind, int32_t from, int32_t to)
{
    for (uint32_t i = 0; i < job.by[by].count; i++) {
        const struct qp_messages_row *it = &job.by[by].rows[i];
        if (it->kind == kind && it->from == from && it->to == to)
            return it;
    }
    return NULL;
}

static void expect(const struct qp_message_totals *totals, uint64_t count, uint64_t bytes, uint64_t us)
{
    assert_int_equal(totals->count, count);
    assert_int_equal(totals->bytes, bytes);
    assert_int_equal(totals->ns, 1000 * us);
}

TEST(matrix_has_what_both_ranks_counted)
{
    make_job();
    open_job(2);
    const struct qp_messages_row *pair = find(QP_MESSAGES_BY_RANK, QP_CHANNEL_MESSAGE, 0, 1);
    assert_non_null(pair);
    expect(&pair->sent, 3, 1016, 80);
    expect(&pair->received, 2, 1008, 180);
    assert_true(qp_job_messages_differ(&job, pair));
    assert_null(find(QP_MESSAGES_BY_RANK, QP_CHANNEL_MESSAGE, 1, 0));
    expect(&job.all[QP_CHANNEL_MESSAGE].sent, 3, 1016, 80);
    qp_job_messages_close(&job);
}

TEST(messages_are_grouped_by_tag_size_site_and_path)
{
    char path[100];
    make_job();
    open_job(2);
    expect(&find(QP_MESSAGES_BY_TAG, QP_CHANNEL_MESSAGE, 7, 0)->sent, 2, 1008, 50);
    expect(&find(QP_MESSAGES_BY_TAG, QP_CHANNEL_MESSAGE, 7, 0)->received, 1, 1000, 90);
    expect(&find(QP_MESSAGES_BY_SIZE, QP_CHANNEL_MESSAGE, 10, 0)->sent, 1, 1000, 40);
    expect(&find(QP_MESSAGES_BY_SIZE, QP_CHANNEL_MESSAGE, 4, 0)->sent, 2, 16, 40);
    assert_int_equal(job.by[QP_MESSAGES_BY_SITE].count, 3);
    const struct qp_messages_row *receives = NULL;
    for (uint32_t i = 0; i < 3; i++) {
        const struct qp_messages_row *it = &job.by[QP_MESSAGES_BY_PATH].rows[i];
        qp_call_sites_show_path(&job.sites, (uint32_t)it->from, path, sizeof path);
        if (strcmp(path, "Solver:step > MPI:MPI_Recv") == 0)
            receives = it;
    }
    assert_non_null(receives);
    expect(&receives->received, 2, 1008, 180);
    expect(&receives->sent, 0, 0, 0);
    qp_job_messages_close(&job);
}

TEST(collective_operations_have_the_bytes_of_both_directions)
{
    make_job();
    open_job(2);
    const struct qp_messages_row *world = find(QP_MESSAGES_BY_COMMUNICATOR, QP_CHANNEL_COLLECTIVE, 1, 0);
    assert_non_null(world);
    assert_int_equal(job.communicators[1].members, 2);
    expect(&world->sent, 2, 16, 30);
    expect(&world->received, 2, 8, 30);
    qp_job_messages_close(&job);
}

TEST(sizes_of_a_row_are_a_histogram)
{
    uint64_t counts[65] = {0};
    make_job();
    open_job(2);
    const struct qp_messages_row *pair = find(QP_MESSAGES_BY_RANK, QP_CHANNEL_MESSAGE, 0, 1);
    for (uint32_t i = pair->sizes; i; i = job.sizes[i - 1].next)
        counts[job.sizes[i - 1].bits] += job.sizes[i - 1].sent;
    assert_int_equal(counts[4], 2);  /* 8 bytes */
    assert_int_equal(counts[10], 1); /* 512 to 1023 bytes */
    qp_job_messages_close(&job);
}

TEST(messages_without_room_for_their_peers_are_lost)
{
    folder_enter();
    job_begin(&ranks[0], 0, 2);
    move(&ranks[0], JOB_SEND, 100, 130, TO(1, 8));
    move(&ranks[0], JOB_SEND, 200, 230, TO(QP_PEER_NONE, 8, .communicator = QP_COMMUNICATOR_OTHER));
    job_write(&ranks[0], "ring");
    job_begin(&ranks[1], 1, 2);
    job_write(&ranks[1], "ring");
    open_job(2);
    assert_int_equal(job.ranks[0].lost, 1);
    assert_int_equal(job.ranks[1].lost, 0);
    qp_job_messages_close(&job);
}

TEST(file_of_one_rank_shows_its_own_messages)
{
    make_job();
    open_job(1);
    const struct qp_messages_row *pair = find(QP_MESSAGES_BY_RANK, QP_CHANNEL_MESSAGE, 0, 1);
    expect(&pair->sent, 0, 0, 0);
    expect(&pair->received, 2, 1008, 180);
    assert_false(qp_job_messages_differ(&job, pair));
    assert_int_equal(qp_messages_row_count(pair), 2);
    assert_int_equal(qp_job_messages_rank(&job, 0), UINT32_MAX);
    qp_job_messages_close(&job);
}

TEST(two_files_of_one_rank_are_an_error)
{
    static const char *const paths[] = {"ring.0000.qii", "ring.0000.qii"};
    struct qp_error error = {0};
    make_job();
    assert_int_equal(qp_job_messages_open(&job, paths, 2, &error), QP_ERR_CHOICE);
}

TEST(spawned_processes_have_names_of_their_world)
{
    char name[QP_PROCESS_NAME];
    qp_process_name(qp_process(2, 7), name);
    assert_string_equal(name, "2.7");
    qp_process_name(qp_process(0, 7), name);
    assert_string_equal(name, "7");
    qp_process_name(QP_PEER_NONE, name);
    assert_string_equal(name, "?");
}

TEST(long_paths_keep_their_innermost_callers)
{
    char path[24];
    make_job();
    open_job(2);
    uint32_t longest = job.by[QP_MESSAGES_BY_PATH].count ? (uint32_t)job.by[QP_MESSAGES_BY_PATH].rows[0].from : 0;
    qp_call_sites_show_path(&job.sites, longest, path, sizeof path);
    assert_string_equal(path, "... > MPI:MPI_Send");
    qp_job_messages_close(&job);
}
