/* rounds.h - matching of the calls of a collective operation: the n-th call of each rank on a communicator belongs to
 * the n-th round.
 *
 * In an operation without a root, each rank waits for the last rank. With a root, the bytes received show the
 * direction: if the root sends to the other ranks, these wait for the root; otherwise the root waits for the last rank.
 */
#pragma once

#include "messages/queue.h"
#include "messages/wait_calls.h"

/* A rank's part in a collective operation. */
struct qp_arrival {
    uint32_t next; /* index + 1 of an arrival before, 0 = none */
    uint32_t log;  /* index of the rank's log */
    uint32_t call;
    uint32_t root; /* index of the root's log; UINT32_MAX = no root, or it has no file */
    bool has_root;
    uint64_t begin; /* moment at which it was started, 0 = unknown */
    uint64_t received;
};

struct qp_round {
    uint32_t newest; /* index + 1 of the newest arrival */
    uint32_t count;
};

struct qp_rounds_of {
    uint32_t members; /* number of ranks that take part */
    struct qp_round *rounds;
    struct qp_queue queue; /* rounds are used up once they are complete */
    uint64_t limit;        /* rounds from this number on cannot be complete: a log lacks them */
    uint64_t *begun;       /* for each log, the number of its operations so far */
};

struct qp_rounds {
    struct qp_rounds_of *communicators;
    uint32_t communicator_count;
    uint32_t log_count;
    struct qp_pool arrivals;
    struct qp_wait_calls *calls;
    uint64_t matched; /* operations of ranks in complete rounds */
};

/* Begin without operations. `calls` must outlive the rounds. Return false if out of memory; call qp_rounds_free in
 * either case. */
bool qp_rounds_open(struct qp_rounds *rounds, uint32_t communicators, uint32_t logs, struct qp_wait_calls *calls);

/* Set how many ranks take part in operations on a communicator. If they do not all have a file, no round is
 * complete. */
void qp_rounds_set_members(struct qp_rounds *rounds, uint32_t communicator, uint32_t members, uint32_t files);

/* Add a rank's next operation on a communicator. Its call is held by the caller. If `is_missing`, operations before
 * this one are missing in the log. Return false if out of memory. */
bool qp_rounds_add(struct qp_rounds *rounds, uint32_t communicator, const struct qp_arrival *arrival, bool is_missing);
void qp_rounds_free(struct qp_rounds *rounds);
