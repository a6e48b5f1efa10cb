#include "messages/waits.h"

#include "base/order.h"
#include "format/array.h"
#include "messages/wait_reading.h"

#include <stdlib.h>

/* ---- result ----------------------------------------------------------------------------------------------------- */

static const enum qp_wait_kind kinds[QP_WAIT_CAUSES] = {
    [QP_CAUSE_LATE_SENDER] = QP_WAIT_LATE_SENDER,
    [QP_CAUSE_LATE_RECEIVER] = QP_WAIT_LATE_RECEIVER,
    [QP_CAUSE_LATE_RECEIVER_OF_REQUEST] = QP_WAIT_LATE_RECEIVER,
    [QP_CAUSE_COLLECTIVE] = QP_WAIT_COLLECTIVE,
};

/* Rows that are being made. */
struct making {
    struct qp_job_waits *waits;
    struct qp_wait_reading reading;
    struct qp_texts texts; /* keys of rows */
};

static void commit(void *to, const struct qp_wait_call *call, enum qp_wait_cause cause)
{
    struct making *making = to;
    struct qp_wait_reading *reading = &making->reading;
    struct qp_job_waits *waits = making->waits;
    uint64_t ns = call->causes[cause].ns;
    struct qp_wait_row row = {
        .kind = kinds[cause],
        .rank = reading->ranks[call->log].log.rank,
        .late = reading->ranks[call->causes[cause].late].log.rank,
        .site = qp_file_sites_site(&reading->ranks[call->log].log.sites, call->location),
        .path = call->path,
        .communicator = call->causes[cause].communicator,
    };
    const uint32_t parts[] = {(uint32_t)row.kind, (uint32_t)row.rank, (uint32_t)row.late,
                              row.site,           row.path,           row.communicator};
    uint64_t key = qp_texts_identity(&making->texts, parts, sizeof parts);
    uint32_t index = key ? QP_ARRAY_KEYED(&waits->map, key, &waits->rows, &waits->count, row) : UINT32_MAX;
    if (index == UINT32_MAX || row.site == UINT32_MAX) {
        reading->failed = true;
        return;
    }
    waits->rows[index].count++;
    waits->rows[index].ns += ns;
    qp_raise_to(&waits->rows[index].longest_ns, ns);
    waits->ns[row.kind] += ns;
    waits->total_ns += ns;
}

/* ---- open and close --------------------------------------------------------------------------------------------- */

static void describe_gaps(struct qp_job_waits *waits, const struct qp_wait_reading *reading)
{
    for (uint32_t i = 0; i < reading->job->rank_count; i++) {
        const struct qp_rank_log *log = &reading->ranks[i].log;
        bool has_log = qp_events_has(&log->resolver.events, QP_VT) && reading->job->ranks[i].has_moments;
        waits->gaps[i] = (struct qp_wait_gap){
            .no_log = reading->job->ranks[i].has_messages && !has_log,
            .cut = log->trust.is_cut,
            .filtered = has_log && log->trust.is_filtered,
            .from_ns = log->trust.loss == UINT64_MAX ? 0 : qp_profile_since_start(&log->profile, log->trust.loss),
        };
    }
}

static int by_time(const void *left, const void *right)
{
    const struct qp_wait_row *a = left, *b = right;
    return QP_ORDER({b->ns, a->ns}, {a->kind, b->kind}, {(uint64_t)a->rank, (uint64_t)b->rank},
                    {(uint64_t)a->late, (uint64_t)b->late}, {a->site, b->site}, {a->path, b->path},
                    {a->communicator, b->communicator});
}

/* Return the number of messages that were sent and received, as far as the files show both. */
static uint64_t count_received(const struct qp_job_messages *job)
{
    const struct qp_messages_table *table = &job->by[QP_MESSAGES_BY_RANK];
    uint64_t count = 0;
    for (uint32_t i = 0; i < table->count; i++) {
        const struct qp_messages_row *row = &table->rows[i];
        uint64_t least = row->sent.count < row->received.count ? row->sent.count : row->received.count;
        if (row->kind == QP_CHANNEL_MESSAGE)
            count += qp_job_messages_has_both(job, row) ? least : qp_messages_row_count(row);
    }
    return count;
}

static void sum_up(struct qp_job_waits *waits, const struct qp_wait_reading *reading)
{
    const struct qp_job_messages *job = reading->job;
    const struct qp_messages_table *by = &job->by[QP_MESSAGES_BY_COMMUNICATOR];
    qp_sort(waits->rows, waits->count, sizeof *waits->rows, by_time);
    waits->messages = count_received(job);
    waits->matched = reading->match.matched;
    waits->rounds_matched = reading->rounds.matched;
    for (uint32_t i = 0; i < by->count; i++)
        if (by->rows[i].kind == QP_CHANNEL_COLLECTIVE && job->communicators[by->rows[i].from].members != 1)
            waits->collectives += by->rows[i].sent.count;
    for (uint32_t i = 0; i < job->rank_count; i++)
        waits->elapsed_ns += job->ranks[i].duration_ns;
}

int qp_job_waits_open(struct qp_job_waits *waits, struct qp_job_messages *job, struct qp_error *error)
{
    struct making making = {.waits = waits};
    *waits = (struct qp_job_waits){.gaps = calloc((size_t)job->rank_count + 1, sizeof *waits->gaps)};
    if (!waits->gaps)
        return qp_error_memory(error);
    if (qp_wait_reading_open(&making.reading, job, error) == 0) {
        making.reading.calls.commit = commit;
        making.reading.calls.to = &making;
        describe_gaps(waits, &making.reading);
        qp_wait_reading_run(&making.reading);
        sum_up(waits, &making.reading);
        if (making.reading.failed || job->sites.texts.failed)
            qp_error_memory(error);
        qp_wait_reading_close(&making.reading);
    }
    qp_texts_fini(&making.texts);
    if (error->code)
        qp_job_waits_close(waits);
    return error->code;
}

void qp_job_waits_close(struct qp_job_waits *waits)
{
    free(waits->rows);
    free(waits->gaps);
    qp_map_fini(&waits->map);
    *waits = (struct qp_job_waits){0};
}

const char *qp_wait_kind_name(enum qp_wait_kind kind)
{
    static const char *const names[] = {
#define X(constant, name) [QP_WAIT_##constant] = name,
        QP_WAIT_LIST(X)
#undef X
    };
    return names[kind];
}
