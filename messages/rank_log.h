/* rank_log.h - the log of one rank: its events in order of time, with the call path and call site of each. */
#pragma once

#include "messages/job_messages.h"
#include "messages/log_trust.h"
#include "profile/log/resolved.h"

/* A state that is open. */
struct qp_rank_frame {
    uint32_t path;
    uint32_t location;
};

struct qp_rank_thread {
    struct qp_rank_frame *frames;
    uint32_t depth;
    bool cut;       /* states opened before a loss are unknown */
    uint32_t call;  /* index of the MPI call on top, or QP_NO_CALL */
    uint64_t ended; /* number + 1 of the posted operation that the previous event completed, 0 = none */
};

struct qp_rank_log {
    struct qp_profile profile;
    struct qp_messages messages;
    struct qp_file_sites sites;
    struct qp_resolver resolver;
    struct qp_rank_thread *threads; /* for each carrier */
    uint32_t index;                 /* of the log */
    int32_t rank;
    uint64_t start_ns;
    uint64_t moment; /* of the current event */
    struct qp_resolved event;
    uint32_t *channels[QP_MATCH_SIDES]; /* for each channel of the log, the index + 1 of the channel of the job */
    struct qp_log_trust trust;
};

/* Open the log of a rank of the job. The log must not move. Return 0, or the error's code; then there is nothing to
 * close. */
int qp_rank_log_open(struct qp_rank_log *log, struct qp_job_messages *job, uint32_t rank, struct qp_error *error);
void qp_rank_log_close(struct qp_rank_log *log);

/* Read the next event of libvt into log->event. Return false after the last one, and if out of memory. */
bool qp_rank_log_next(struct qp_rank_log *log);

/* Update the stack of the event's thread, after the event was handled. Return false if out of memory. */
bool qp_rank_log_follow(struct qp_rank_log *log);

/* Return the moment of a tick in CLOCK_MONOTONIC nanoseconds, 0 for tick 0. */
uint64_t qp_rank_log_moment(const struct qp_rank_log *log, uint64_t tick);

/* Return the index of the event's channel among those of the log. */
uint32_t qp_rank_log_channel(const struct qp_rank_log *log);
