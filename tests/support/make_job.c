/* make_job NAME [JOB]: write the data files NAME.0000.qii to NAME.0002.qii of a job, for tests of whole commands.
 * Without JOB, a hexadecimal id, the job is unknown.
 *
 * Rank 2 computes longer than the others. Rank 0 sends a message to 1, and 1 to 2; each receiver waits. Both 0 and 1
 * wait for rank 2 in a barrier. One message is never received. */
#include "tests/support/job_log.h"

#include <stdio.h>
#include <stdlib.h>

#define RANKS  3
#define ROUNDS 4

/* Receive from the rank before, if there is one, and send to the next one. */
static void pass(struct job_log *log, uint64_t begin)
{
    const struct job_message from = {.peer = (int)log->rank - 1, .tag = 5, .bytes = 4096};
    const struct job_message to = {.peer = (int)log->rank + 1, .tag = 5, .bytes = 4096};
    uint64_t late = 1000 * log->rank;
    if (log->rank > 0) {
        job_enter(log, begin, JOB_RECV, 20);
        job_receives(log, begin + late + 20, &from);
        job_leave(log, begin + late + 20);
    }
    if (log->rank + 1 < RANKS) {
        job_enter(log, begin + late + 1000, JOB_SEND, 30);
        job_sends(log, begin + late + 1010, &to);
        job_leave(log, begin + late + 1010);
    }
}

static void gather(struct job_log *log, uint64_t begin, uint64_t until, enum job_call call,
                   const struct job_message *message)
{
    job_enter(log, begin, call, call == JOB_BARRIER ? 40 : 45);
    job_gathers(log, until, message);
    job_leave(log, until);
}

static void run(struct job_log *log)
{
    static const int members[] = {0, 2};
    const struct job_message barrier = {.peer = QP_PEER_NONE};
    const struct job_message reduce = {.peer = 0, .communicator = 3, .bytes = 8, .received = log->rank == 0 ? 8 : 0};
    const struct job_message lost = {.peer = 2, .tag = 99, .bytes = 24};
    if (log->rank != 1)
        job_communicator(log, 3, 4711, members, 2, "even ranks");
    for (uint64_t i = 0; i < ROUNDS; i++) {
        pass(log, 1000 + 10000 * i);
        gather(log, 1000 + 10000 * i + (log->rank == 2 ? 6000 : 4000), 7050 + 10000 * i, JOB_BARRIER, &barrier);
    }
    if (log->rank == 1) {
        job_enter(log, 48000, JOB_SEND, 35);
        job_sends(log, 48010, &lost);
        job_leave(log, 48010);
    } else {
        gather(log, 48000 + 500 * log->rank, 49010, JOB_REDUCE, &reduce);
    }
}

int main(int argc, char **argv)
{
    struct job_log log;
    if (argc < 2 || argc > 3) {
        fputs("usage: make_job NAME [JOB]\n", stderr);
        return 2;
    }
    for (uint32_t rank = 0; rank < RANKS; rank++) {
        job_begin(&log, rank, RANKS);
        run(&log);
        if (argc > 2) {
            builder_header(&log.builder)->job = strtoull(argv[2], NULL, 16);
            builder_header(&log.builder)->host = builder_string(&log.builder, "node1");
        }
        job_write(&log, argv[1]);
    }
    return 0;
}
