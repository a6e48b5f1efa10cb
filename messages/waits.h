/* waits.h - wait states of a job: the time that MPI calls of one rank waited for another rank.
 *
 *   late sender    a receive waited because its message was sent later: from the begin of the waiting call to the
 *                  begin of the send
 *   late receiver  a send waited because its receive was posted later: from the begin of the waiting call until the
 *                  receive was posted. If the call ended before, the message was buffered, and nothing was lost
 *   collective     a rank entered a collective operation before a rank for which it had to wait (rounds.h)
 *
 * No wait is longer than the call. The logs of all ranks are read at the same time, in order of time, so memory is
 * proportional to the messages that were sent and not yet received. All ranks must have run on one host, because their
 * times must be of the same clock. Messages that the logs lack have no wait states, but are counted. */
#pragma once

#include "messages/job_messages.h"

/* Kinds of wait states: X(constant, name for people and scripts). */
#define QP_WAIT_LIST(X)                                                                                                \
    X(LATE_SENDER, "late sender")                                                                                      \
    X(LATE_RECEIVER, "late receiver")                                                                                  \
    X(COLLECTIVE, "collective")

enum qp_wait_kind {
#define X(constant, name) QP_WAIT_##constant,
    QP_WAIT_LIST(X)
#undef X
        QP_WAIT_KINDS
};

/* Calls of one rank that waited for the same rank. */
struct qp_wait_row {
    enum qp_wait_kind kind;
    int32_t rank; /* that waited */
    int32_t late; /* for which it waited */
    uint32_t site, path;
    uint32_t communicator; /* index */
    uint64_t count;        /* calls */
    uint64_t ns;
    uint64_t longest_ns;
};

/* Why a rank's log cannot be evaluated completely. */
struct qp_wait_gap {
    bool no_log;      /* messages are counted, but not logged, or the clock is no clock of moments */
    bool cut;         /* the log lacks messages from a loss on */
    bool filtered;    /* a filter left messages out of the log */
    uint64_t from_ns; /* cut: time of the loss since the start of the run */
};

struct qp_job_waits {
    struct qp_wait_row *rows; /* longest first */
    uint32_t count;
    struct qp_map map;
    struct qp_wait_gap *gaps; /* for each rank of the job */
    uint64_t ns[QP_WAIT_KINDS];
    uint64_t total_ns;
    uint64_t elapsed_ns;     /* duration of all ranks' runs together */
    uint64_t messages;       /* number of messages that were sent and received */
    uint64_t matched;        /* number of those whose events were matched */
    uint64_t collectives;    /* number of calls of collective operations with several ranks */
    uint64_t rounds_matched; /* number of those that were matched */
};

/* Read the logs of the job's files, which are all open at the same time. Call sites and paths are added to those of
 * the job. Return 0, or the error's code; then there is nothing to close. */
int qp_job_waits_open(struct qp_job_waits *waits, struct qp_job_messages *job, struct qp_error *error);
void qp_job_waits_close(struct qp_job_waits *waits);

const char *qp_wait_kind_name(enum qp_wait_kind kind);
