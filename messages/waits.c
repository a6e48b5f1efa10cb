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

static void commit(void *to, const struct qp_wait_call *call, enum qp_wait_cause cause)
{
    struct qp_wait_reading *reading = to;
    struct qp_job_waits *waits = reading->waits;
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
    uint64_t key = qp_texts_identity(&reading->texts, parts, sizeof parts);
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

/* ---- all logs in order of time ---------------------------------------------------------------------------------- */

static uint64_t moment_of(const struct qp_wait_reading *reading, uint32_t position)
{
    return reading->ranks[reading->heap[position]].log.moment;
}

static void sink(struct qp_wait_reading *reading, uint32_t position)
{
    for (;;) {
        uint32_t least = position;
        for (uint32_t child = 2 * position + 1; child <= 2 * position + 2; child++)
            if (child < reading->heap_count && moment_of(reading, child) < moment_of(reading, least))
                least = child;
        if (least == position)
            return;
        uint32_t rank = reading->heap[position];
        reading->heap[position] = reading->heap[least];
        reading->heap[least] = rank;
        position = least;
    }
}

static void read_logs(struct qp_wait_reading *reading)
{
    for (uint32_t i = 0; i < reading->job->rank_count; i++)
        if (qp_rank_log_next(&reading->ranks[i].log))
            reading->heap[reading->heap_count++] = i;
    for (uint32_t i = reading->heap_count / 2; i-- > 0;)
        sink(reading, i);
    while (reading->heap_count > 0 && !reading->failed) {
        struct qp_wait_rank *rank = &reading->ranks[reading->heap[0]];
        qp_wait_events_handle(reading, rank);
        if (!qp_rank_log_next(&rank->log)) {
            reading->failed |= rank->log.resolver.failed;
            qp_wait_events_end(reading, rank);
            reading->heap[0] = reading->heap[--reading->heap_count];
        }
        sink(reading, 0);
    }
}

/* ---- open and close --------------------------------------------------------------------------------------------- */

static bool prepare(struct qp_wait_reading *reading)
{
    const struct qp_job_messages *job = reading->job;
    reading->calls = (struct qp_wait_calls){.commit = commit, .to = reading};
    reading->match.calls = &reading->calls;
    reading->match.ended = calloc((size_t)job->rank_count + 1, sizeof *reading->match.ended);
    reading->ranks = calloc((size_t)job->rank_count + 1, sizeof *reading->ranks);
    reading->heap = calloc((size_t)job->rank_count + 1, sizeof *reading->heap);
    reading->waits->gaps = calloc((size_t)job->rank_count + 1, sizeof *reading->waits->gaps);
    bool ok = qp_rounds_open(&reading->rounds, job->communicator_count, job->rank_count, &reading->calls);
    for (uint32_t i = 0; ok && i < job->communicator_count; i++)
        qp_rounds_set_members(&reading->rounds, i, job->communicators[i].members,
                              job->one_host ? job->communicators[i].files : 0);
    return ok && reading->match.ended && reading->ranks && reading->heap && reading->waits->gaps;
}

static int open_logs(struct qp_wait_reading *reading, struct qp_error *error)
{
    for (uint32_t i = 0; i < reading->job->rank_count && !error->code; i++)
        reading->ranks[i].is_open = qp_rank_log_open(&reading->ranks[i].log, reading->job, i, error) == 0;
    return error->code;
}

static void describe_gaps(const struct qp_wait_reading *reading)
{
    for (uint32_t i = 0; i < reading->job->rank_count; i++) {
        const struct qp_rank_log *log = &reading->ranks[i].log;
        bool has_log = qp_events_has(&log->resolver.events, QP_VT) && reading->job->ranks[i].has_moments;
        reading->waits->gaps[i] = (struct qp_wait_gap){
            .no_log = reading->job->ranks[i].has_messages && !has_log,
            .cut = log->is_cut,
            .filtered = log->is_filtered,
            .from_ns = log->loss == UINT64_MAX ? 0 : qp_profile_since_start(&log->profile, log->loss),
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

static void sum_up(const struct qp_wait_reading *reading)
{
    struct qp_job_waits *waits = reading->waits;
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

static void close_reading(struct qp_wait_reading *reading)
{
    for (uint32_t i = 0; reading->ranks && i < reading->job->rank_count; i++) {
        if (reading->ranks[i].is_open)
            qp_rank_log_close(&reading->ranks[i].log);
        qp_posted_free(&reading->ranks[i].posted);
        qp_map_fini(&reading->ranks[i].requests);
    }
    free(reading->ranks);
    free(reading->heap);
    free(reading->calls.pool.items);
    free(reading->match.ended);
    qp_match_free(&reading->match);
    qp_rounds_free(&reading->rounds);
    qp_texts_fini(&reading->texts);
}

int qp_job_waits_open(struct qp_job_waits *waits, struct qp_job_messages *job, struct qp_error *error)
{
    struct qp_wait_reading reading = {.waits = waits, .job = job};
    *waits = (struct qp_job_waits){0};
    if (!prepare(&reading))
        qp_error_memory(error);
    else if (open_logs(&reading, error) == 0) {
        describe_gaps(&reading);
        read_logs(&reading);
        qp_wait_calls_finish(&reading.calls);
        sum_up(&reading);
        if (reading.failed || job->sites.texts.failed)
            qp_error_memory(error);
    }
    close_reading(&reading);
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
