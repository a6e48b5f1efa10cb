/* make_requests NAME: write the data files NAME.0000.qii and NAME.0001.qii of a job with requests, for tests of
 * formats.
 *
 * Rank 1 sends three messages of 100, 200 and 300 bytes with one tag. Rank 0 posts a receive for each, but completes
 * the second one first, and cancels another receive. Both take part in a nonblocking broadcast, and exchange a message
 * with a communicator in which their ranks are swapped. */
#include "tests/support/job_log.h"

#include <stdio.h>

enum { PAIR = 3 };

static void post(struct job_log *log, uint64_t us, unsigned request, uint32_t line)
{
    job_enter(log, us, JOB_IRECV, line);
    job_posts(log, us + 5, request);
    job_leave(log, us + 5);
}

static void receive(struct job_log *log)
{
    static const struct job_message first = {.peer = 1, .tag = 7, .bytes = 100, .request = 1};
    static const struct job_message second = {.peer = 1, .tag = 7, .bytes = 200, .request = 2};
    static const struct job_message third = {.peer = 1, .tag = 7, .bytes = 300};
    for (unsigned i = 1; i <= 3; i++)
        post(log, 100 * i, i, 10 + i);
    job_enter(log, 500, JOB_WAITALL, 20);
    job_receives(log, 700, &second);
    job_receives(log, 700, &first);
    job_completes(log, 700, 3);
    job_leave(log, 700);
    job_enter(log, 800, JOB_RECV, 21);
    job_receives(log, 900, &third);
    job_leave(log, 900);
}

static void send(struct job_log *log)
{
    for (unsigned i = 1; i <= 2; i++) {
        const struct job_message message = {.peer = 0, .tag = 7, .bytes = 100 * i, .request = i};
        job_enter(log, 400 + 50 * i, JOB_ISEND, 30 + i);
        job_sends(log, 410 + 50 * i, &message);
        job_leave(log, 410 + 50 * i);
    }
    job_enter(log, 600, JOB_WAITALL, 33);
    job_completes(log, 650, 2);
    job_completes(log, 650, 1);
    job_leave(log, 650);
    job_enter(log, 850, JOB_SEND, 34);
    job_sends(log, 860, &(struct job_message){.peer = 0, .tag = 7, .bytes = 300});
    job_leave(log, 860);
}

/* Take part in a broadcast of 40 bytes by rank 1, which is started in one call and completed in another. */
static void broadcast(struct job_log *log)
{
    const struct job_message message = {
        .peer = 1, .bytes = log->rank == 1 ? 40 : 0, .received = log->rank == 0 ? 40 : 0};
    job_enter(log, 1000, JOB_BCAST, 40);
    job_posts(log, 1005, 4);
    job_leave(log, 1005);
    job_enter(log, 1100, JOB_WAITALL, 41);
    job_completes(log, 1150, 4);
    job_gathers(log, 1150, &message);
    job_leave(log, 1150);
}

static void exchange(struct job_log *log)
{
    const struct job_message message = {.peer = 1 - (int)log->rank, .tag = 9, .communicator = PAIR, .bytes = 16};
    job_enter(log, 1200 + 10 * log->rank, JOB_SEND, 50);
    job_sends(log, 1220, &message);
    job_leave(log, 1220);
    job_enter(log, 1230, JOB_RECV, 51);
    job_receives(log, 1240, &message);
    job_leave(log, 1240);
}

int main(int argc, char **argv)
{
    static const int swapped[] = {1, 0};
    struct job_log log;
    if (argc != 2) {
        fputs("usage: make_requests NAME\n", stderr);
        return 2;
    }
    for (uint32_t rank = 0; rank < 2; rank++) {
        job_begin(&log, rank, 2);
        job_communicator(&log, PAIR, 4711, swapped, 2, "swapped");
        if (rank == 0)
            receive(&log);
        else
            send(&log);
        broadcast(&log);
        exchange(&log);
        job_write(&log, argv[1]);
    }
    return 0;
}
