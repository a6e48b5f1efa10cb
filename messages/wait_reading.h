/* wait_reading.h - state of reading the logs of a job side by side, and the handling of their events. */
#pragma once

#include "messages/posted.h"
#include "messages/rank_log.h"
#include "messages/rounds.h"
#include "messages/waits.h"

/* State of a rank while the logs are read. */
struct qp_wait_rank {
    struct qp_rank_log log;
    struct qp_posted posted;
    struct qp_map requests; /* open requests (wait_events.c) */
    bool is_open;
};

struct qp_wait_reading {
    struct qp_job_waits *waits;
    struct qp_job_messages *job;
    struct qp_wait_rank *ranks;
    uint32_t *heap; /* indexes of the ranks that have an event left, as a heap by moment */
    uint32_t heap_count;
    struct qp_wait_calls calls;
    struct qp_match match;
    struct qp_rounds rounds;
    struct qp_texts texts; /* keys of rows */
    bool failed;
};

/* Handle the current event of a rank: add its messages and operations to those that are matched. */
void qp_wait_events_handle(struct qp_wait_reading *reading, struct qp_wait_rank *rank);

/* Deliver all operations of a rank whose log has ended. */
void qp_wait_events_end(struct qp_wait_reading *reading, struct qp_wait_rank *rank);
