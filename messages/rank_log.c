#include "messages/rank_log.h"

#include "format/array.h"

#include <stdlib.h>

/* ---- open and close --------------------------------------------------------------------------------------------- */

static int open_parts(struct qp_rank_log *log, struct qp_call_sites *sites, struct qp_error *error)
{
    uint32_t carriers = log->profile.carrier_count;
    log->threads = calloc((size_t)carriers + 1, sizeof *log->threads);
    if (!log->threads)
        return qp_error_memory(error);
    for (uint32_t i = 0; i < carriers; i++)
        log->threads[i].call = QP_NO_CALL;
    if (qp_messages_open(&log->messages, &log->profile, error) ||
        qp_log_trust_open(&log->trust, &log->profile, &log->messages, error) ||
        qp_file_sites_open(&log->sites, sites, &log->profile, error) ||
        qp_resolver_open(&log->resolver, &log->profile, error))
        return error->code;
    uint32_t channels = log->resolver.events.definitions.channel_count;
    log->channels[QP_MATCH_SEND] = calloc((size_t)channels + 1, sizeof(uint32_t));
    log->channels[QP_MATCH_RECEIVE] = calloc((size_t)channels + 1, sizeof(uint32_t));
    return log->channels[QP_MATCH_SEND] && log->channels[QP_MATCH_RECEIVE] ? 0 : qp_error_memory(error);
}

int qp_rank_log_open(struct qp_rank_log *log, struct qp_job_messages *job, uint32_t rank, struct qp_error *error)
{
    *log = (struct qp_rank_log){.index = rank, .rank = job->ranks[rank].rank};
    if (qp_profile_open(&log->profile, job->ranks[rank].path, error))
        return error->code;
    log->start_ns = log->profile.reader.header.clock_start.monotonic_ns;
    if (open_parts(log, &job->sites, error))
        qp_rank_log_close(log);
    else /* while thousands of files are open, only their logs are read on */
        qp_reader_drop(&log->profile.reader, log->profile.reader.window, log->profile.reader.window_size);
    return error->code;
}

void qp_rank_log_close(struct qp_rank_log *log)
{
    for (uint32_t i = 0; log->threads && i < log->profile.carrier_count; i++)
        free(log->threads[i].frames);
    free(log->threads);
    free(log->channels[QP_MATCH_SEND]);
    free(log->channels[QP_MATCH_RECEIVE]);
    qp_resolver_close(&log->resolver);
    qp_log_trust_close(&log->trust);
    qp_file_sites_close(&log->sites);
    qp_messages_close(&log->messages);
    qp_profile_close(&log->profile);
    *log = (struct qp_rank_log){0};
}

/* ---- events ----------------------------------------------------------------------------------------------------- */

uint64_t qp_rank_log_moment(const struct qp_rank_log *log, uint64_t tick)
{
    return tick ? log->start_ns + qp_profile_since_start(&log->profile, tick) : 0;
}

uint32_t qp_rank_log_channel(const struct qp_rank_log *log)
{
    return (uint32_t)(log->event.channel - log->resolver.events.definitions.channels);
}

bool qp_rank_log_next(struct qp_rank_log *log)
{
    do {
        if (!qp_resolver_next(&log->resolver, &log->event))
            return false;
    } while (log->event.event.product != QP_VT);
    log->moment = log->start_ns + log->event.ns;
    return true;
}

static bool push(struct qp_rank_log *log, struct qp_rank_thread *thread)
{
    uint32_t base = thread->cut ? QP_CALL_PATH_UNKNOWN : QP_CALL_PATH_NONE;
    uint32_t parent = thread->depth > 0 ? thread->frames[thread->depth - 1].path : base;
    uint32_t path = qp_file_sites_child(&log->sites, parent, log->event.method);
    return path != UINT32_MAX &&
           QP_ARRAY_APPEND(&thread->frames, &thread->depth, (struct qp_rank_frame){path, log->event.event.location});
}

bool qp_rank_log_follow(struct qp_rank_log *log)
{
    struct qp_rank_thread *thread = &log->threads[log->event.event.thread];
    switch (log->event.event.kind) {
    case QP_EVENT_ENTER:
        return push(log, thread);
    case QP_EVENT_LEAVE:
        thread->depth -= thread->depth > 0;
        return true;
    case QP_EVENT_GAP:
    case QP_EVENT_LOST:
        thread->depth = 0;
        thread->cut = true;
        return true;
    default:
        return true;
    }
}
