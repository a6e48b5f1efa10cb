/* wait_reading.h - the logs of a job, read side by side in order of time, with their messages and operations matched.
 */
#pragma once

#include "messages/posted.h"
#include "messages/rank_log.h"
#include "messages/rounds.h"

/* State of a rank while the logs are read. */
struct qp_wait_rank {
    struct qp_rank_log log;
    struct qp_posted posted;
    struct qp_map requests; /* open requests */
    bool is_open;
};

struct qp_wait_reading {
    struct qp_job_messages *job;
    struct qp_wait_rank *ranks;
    uint32_t *heap; /* indexes of the ranks that have an event left, as a heap by moment */
    uint32_t heap_count;
    struct qp_wait_calls calls;
    struct qp_match match;
    struct qp_rounds rounds;
    bool failed;
};

/* Open the logs of all ranks. The caller then sets `calls.commit`, which takes the calls that waited. Return 0, or the
 * error's code; then there is nothing to close. */
int qp_wait_reading_open(struct qp_wait_reading *reading, struct qp_job_messages *job, struct qp_error *error);

/* Read all logs to their ends. If out of memory, set `failed`. */
void qp_wait_reading_run(struct qp_wait_reading *reading);
void qp_wait_reading_close(struct qp_wait_reading *reading);
