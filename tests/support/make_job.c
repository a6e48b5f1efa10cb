/* make_job NAME [JOB [RANKS ROUNDS]]: write the data files NAME.0000.qii and so on of a job, for tests of whole
 * commands. Without JOB, a hexadecimal id, the job is unknown.
 *
 * Rank 2 computes longer than the others. In each of 4 rounds, rank 0 sends a message to 1, and 1 to 2; each receiver
 * waits. Both 0 and 1 wait for rank 2 in a barrier. One message is never received. With RANKS, further ranks pass the
 * message on, and times differ irregularly. */
#include "tests/support/job_log.h"

#include <stdio.h>
#include <stdlib.h>

struct size {
    uint32_t ranks, rounds;
    bool irregular;
};

/* Return an irregular time below 900 us. */
static uint64_t noise(const struct size *size, uint32_t rank, uint64_t round)
{
    uint64_t mixed = (rank * UINT64_C(2654435761) + round * UINT64_C(40503)) * UINT64_C(0x9e3779b97f4a7c15);
    return size->irregular ? (mixed >> 40) % 900 : 0;
}

static void send_to_next(struct job_log *log, uint64_t begin)
{
    const struct job_message message = {.peer = (int)log->rank + 1, .tag = 5, .bytes = 4096};
    job_enter(log, begin, JOB_SEND, 30);
    job_sends(log, begin + 10, &message);
    job_leave(log, begin + 10);
}

/* Receive from the rank before, if there is one, and send to the next one. Ranks from 3 on send first. */
static void pass(struct job_log *log, const struct size *size, uint64_t round)
{
    const struct job_message message = {.peer = (int)log->rank - 1, .tag = 5, .bytes = 4096};
    uint32_t rank = log->rank < 3 ? log->rank : 3;
    uint64_t begin = 1000 + 10000 * round, late = 1000 * rank, more = rank < 3 ? 0 : noise(size, log->rank, round);
    if (rank == 3 && log->rank + 1 < size->ranks)
        send_to_next(log, begin + more);
    if (rank > 0) {
        job_enter(log, begin + more + (rank < 3 ? 0 : 10), JOB_RECV, 20);
        job_receives(log, begin + late + more + 20, &message);
        job_leave(log, begin + late + more + 20);
    }
    if (rank < 3 && log->rank + 1 < size->ranks)
        send_to_next(log, begin + late + 1000);
}

static void gather(struct job_log *log, uint64_t begin, uint64_t until, enum job_call call,
                   const struct job_message *message)
{
    job_enter(log, begin, call, call == JOB_BARRIER ? 40 : 45);
    job_gathers(log, until, message);
    job_leave(log, until);
}

static void run(struct job_log *log, const struct size *size)
{
    static const int members[] = {0, 2};
    const struct job_message barrier = {.peer = QP_PEER_NONE};
    const struct job_message reduce = {.peer = 0, .communicator = 3, .bytes = 8, .received = log->rank == 0 ? 8 : 0};
    const struct job_message lost = {.peer = 2, .tag = 99, .bytes = 24};
    bool even = log->rank == 0 || log->rank == 2;
    uint64_t end = 10000ull * size->rounds + 8000;
    if (even)
        job_communicator(log, 3, 4711, members, 2, "even ranks");
    for (uint64_t i = 0; i < size->rounds; i++) {
        pass(log, size, i);
        gather(log, 1000 + 10000 * i + (log->rank == 2 ? 6000 : 4000 + noise(size, log->rank, i)), 7050 + 10000 * i,
               JOB_BARRIER, &barrier);
    }
    if (log->rank == 1) {
        job_enter(log, end, JOB_SEND, 35);
        job_sends(log, end + 10, &lost);
        job_leave(log, end + 10);
    } else if (even) {
        gather(log, end + 500 * log->rank, end + 1010, JOB_REDUCE, &reduce);
    }
}

int main(int argc, char **argv)
{
    struct job_log log;
    struct size size = {.ranks = 3, .rounds = 4};
    if (argc < 2 || argc == 4 || argc > 5) {
        fputs("usage: make_job NAME [JOB [RANKS ROUNDS]]\n", stderr);
        return 2;
    }
    if (argc == 5)
        size = (struct size){(uint32_t)atoi(argv[3]), (uint32_t)atoi(argv[4]), true};
    for (uint32_t rank = 0; rank < size.ranks; rank++) {
        job_begin(&log, rank, size.ranks);
        run(&log, &size);
        if (argc > 2) {
            builder_header(&log.builder)->job = strtoull(argv[2], NULL, 16);
            builder_header(&log.builder)->host = builder_string(&log.builder, "node1");
        }
        job_write(&log, argv[1]);
    }
    return 0;
}
