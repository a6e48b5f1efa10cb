/* rank_log.h - the log of one rank: its events in order of time, with the MPI call of each event, and how far the log
 * is complete.
 *
 * The totals of messages are exact. A channel whose events in the log are as many as its total is complete. Otherwise
 * the log was full, overwritten, switched off or filtered. Then the channel is trusted up to the first loss of the log;
 * if the log has no loss, a filter left events out anywhere, and the channel is not trusted at all. */
#pragma once

#include "messages/channels.h"
#include "messages/job_messages.h"
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
    uint64_t *trusted[QP_MATCH_SIDES];  /* for each channel of the log: tick up to which its sends and receives are
                                         * complete; collective operations are on the side of sends */
    uint64_t loss;                      /* tick of the first loss, UINT64_MAX = none */
    bool is_cut;                        /* events with messages are missing after a loss */
    bool is_filtered;                   /* events with messages are missing although there was no loss */
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
