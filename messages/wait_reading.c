#include "messages/wait_reading.h"

#include <stdlib.h>

/* Values in the map of requests, from the lowest bit: two bits for the kind, then the index of a send, or the number
 * of an operation. NONE stands for a request that is complete. */
enum { REQUEST_NONE = 1, REQUEST_SEND = 2, REQUEST_POSTED = 3 };
#define REQUEST(kind, number) ((uint64_t)(kind) | (uint64_t)(number) << 2)
#define REQUEST_KIND(value)   ((value)&3)
#define REQUEST_NUMBER(value) ((value) >> 2)

/* ---- calls ------------------------------------------------------------------------------------------------------ */

static struct qp_rank_thread *thread_of(struct qp_wait_rank *rank)
{
    return &rank->log.threads[rank->log.event.event.thread];
}

static void close_call(struct qp_wait_reading *reading, struct qp_wait_rank *rank)
{
    struct qp_rank_thread *thread = thread_of(rank);
    qp_wait_calls_release(&reading->calls, thread->call);
    thread->call = QP_NO_CALL;
}

/* Return the MPI call of the current event, and hold it for a message. Return QP_NO_CALL if out of memory. */
static uint32_t hold_call(struct qp_wait_reading *reading, struct qp_wait_rank *rank)
{
    struct qp_rank_thread *thread = thread_of(rank);
    if (thread->call == QP_NO_CALL) {
        const struct qp_rank_frame *frame = thread->depth > 0 ? &thread->frames[thread->depth - 1] : NULL;
        const struct qp_wait_call call = {
            .log = rank->log.index,
            .location = frame ? frame->location : 0,
            .path = frame ? frame->path : QP_CALL_PATH_UNKNOWN,
            .entered = qp_rank_log_moment(&rank->log, rank->log.event.entered),
            .left = rank->log.moment,
        };
        thread->call = qp_wait_calls_add(&reading->calls, &call);
        reading->failed |= thread->call == QP_NO_CALL;
    }
    qp_wait_calls_hold(&reading->calls, thread->call);
    return thread->call;
}

/* ---- requests --------------------------------------------------------------------------------------------------- */

static uint64_t take_request(struct qp_wait_rank *rank, uint32_t request)
{
    uint64_t value = qp_map_get(&rank->requests, request);
    if (value)
        qp_map_put(&rank->requests, request, REQUEST_NONE);
    return value;
}

static void set_request(struct qp_wait_reading *reading, struct qp_wait_rank *rank, uint64_t value)
{
    reading->failed |= qp_map_put(&rank->requests, rank->log.event.event.request, value) != 0;
}

/* ---- channels --------------------------------------------------------------------------------------------------- */

/* Return the index of the log of a peer. Return UINT32_MAX if it has no file, or if it is on another host, which has
 * another clock. */
static uint32_t find_log(const struct qp_wait_reading *reading, const struct qp_wait_rank *rank, int32_t peer)
{
    const struct qp_job_rank *own = &reading->job->ranks[rank->log.index];
    uint32_t log = qp_job_messages_rank(reading->job, qp_job_messages_process(reading->job, own, peer));
    return log != UINT32_MAX && qp_text_equal(reading->job->ranks[log].host, own->host) ? log : UINT32_MAX;
}

static uint32_t find_communicator(const struct qp_wait_reading *reading, const struct qp_wait_rank *rank,
                                  int32_t number)
{
    return qp_job_messages_communicator(reading->job, &reading->job->ranks[rank->log.index], &rank->log.messages,
                                        number);
}

/* Return the job's channel for a message of a rank, UINT32_MAX if out of memory. */
static uint32_t find_channel(struct qp_wait_reading *reading, struct qp_wait_rank *rank, uint32_t channel,
                             enum qp_match_side side)
{
    uint32_t *known = &rank->log.channels[side][channel];
    if (*known == 0) {
        const struct qp_event_channel *it = &rank->log.resolver.events.definitions.channels[channel];
        uint32_t peer = find_log(reading, rank, it->peer);
        uint32_t communicator = find_communicator(reading, rank, it->communicator);
        struct qp_match_key key = {.communicator = communicator, .tag = it->tag};
        key.logs[side] = rank->log.index;
        key.logs[side == QP_MATCH_SEND ? QP_MATCH_RECEIVE : QP_MATCH_SEND] =
            communicator == QP_COMMUNICATOR_UNKNOWN ? UINT32_MAX : peer;
        *known = qp_match_channel(&reading->match, &key) + 1;
    }
    return *known - 1;
}

/* ---- messages --------------------------------------------------------------------------------------------------- */

/* Add a message to its channel, unless the log lacks messages of the channel before. */
static uint32_t add_message(struct qp_wait_reading *reading, struct qp_wait_rank *rank, uint32_t channel,
                            enum qp_match_side side, uint64_t tick, const struct qp_match_message *message)
{
    uint32_t of_job = find_channel(reading, rank, channel, side);
    if (of_job == UINT32_MAX) {
        reading->failed = true;
        return QP_NO_MESSAGE;
    }
    if (tick >= rank->log.trust.until[side][channel])
        qp_match_close_side(&reading->match, of_job, side);
    return qp_match_add(&reading->match, of_job, side, message, &reading->failed);
}

static void add_collective(struct qp_wait_reading *reading, struct qp_wait_rank *rank,
                           const struct qp_operation *operation)
{
    const struct qp_event_channel *channel = &rank->log.resolver.events.definitions.channels[operation->channel];
    uint32_t communicator = find_communicator(reading, rank, channel->communicator);
    const struct qp_job_communicator *it = &reading->job->communicators[communicator];
    const struct qp_arrival arrival = {
        .log = rank->log.index,
        .call = operation->call,
        .root = find_log(reading, rank, channel->peer),
        .has_root = channel->peer != QP_PEER_NONE && !it->inter,
        .begin = operation->posted,
        .received = operation->received,
    };
    bool missing = operation->tick >= rank->log.trust.until[QP_MATCH_SEND][operation->channel];
    reading->failed |= !qp_rounds_add(&reading->rounds, communicator, &arrival, missing);
}

static void deliver(struct qp_wait_reading *reading, struct qp_wait_rank *rank)
{
    struct qp_operation operation;
    while (qp_posted_next(&rank->posted, &operation)) {
        if (operation.collective) {
            add_collective(reading, rank, &operation);
            continue;
        }
        const struct qp_match_message message = {
            .call = operation.call, .begin = operation.posted, .bytes = operation.bytes};
        add_message(reading, rank, operation.channel, QP_MATCH_RECEIVE, operation.tick, &message);
    }
}

/* ---- events ----------------------------------------------------------------------------------------------------- */

static void send(struct qp_wait_reading *reading, struct qp_wait_rank *rank)
{
    const struct qp_resolved *it = &rank->log.event;
    bool is_request = it->event.request != 0;
    const struct qp_match_message message = {
        .call = is_request ? QP_NO_CALL : hold_call(reading, rank),
        .begin = qp_rank_log_moment(&rank->log, it->entered),
        .bytes = it->event.value,
        .nonblocking = is_request,
        .is_request = is_request,
    };
    uint32_t index =
        add_message(reading, rank, qp_rank_log_channel(&rank->log), QP_MATCH_SEND, it->event.tick, &message);
    if (index != QP_NO_MESSAGE)
        set_request(reading, rank, REQUEST(REQUEST_SEND, index));
}

/* Complete the operation with this number, or if it is UINT64_MAX, one that was started in the same call, or before the
 * log. */
static void complete(struct qp_wait_reading *reading, struct qp_wait_rank *rank, uint64_t number, bool started_here)
{
    const struct qp_resolved *it = &rank->log.event;
    const struct qp_operation operation = {
        .posted = started_here ? qp_rank_log_moment(&rank->log, it->entered) : 0,
        .bytes = it->event.value,
        .received = it->event.received,
        .tick = it->event.tick,
        .channel = qp_rank_log_channel(&rank->log),
        .call = hold_call(reading, rank),
        .collective = it->event.kind == QP_EVENT_COLLECTIVE,
    };
    if (operation.call != QP_NO_CALL && !operation.collective)
        qp_wait_calls_at(&reading->calls, operation.call)->receives = true;
    if (number != UINT64_MAX)
        qp_posted_complete(&rank->posted, number, &operation);
    else
        reading->failed |= !qp_posted_add(&rank->posted, &operation);
    deliver(reading, rank);
}

static void receive(struct qp_wait_reading *reading, struct qp_wait_rank *rank)
{
    uint32_t request = rank->log.event.event.request;
    uint64_t value = request ? take_request(rank, request) : 0;
    bool is_posted = REQUEST_KIND(value) == REQUEST_POSTED;
    complete(reading, rank, is_posted ? REQUEST_NUMBER(value) : UINT64_MAX, request == 0);
}

static void collective(struct qp_wait_reading *reading, struct qp_wait_rank *rank)
{
    struct qp_rank_thread *thread = thread_of(rank);
    uint64_t number = thread->ended ? thread->ended - 1 : UINT64_MAX;
    thread->ended = 0;
    complete(reading, rank, number, number == UINT64_MAX);
}

static void post(struct qp_wait_reading *reading, struct qp_wait_rank *rank)
{
    uint64_t number = qp_posted_start(&rank->posted, qp_rank_log_moment(&rank->log, rank->log.event.entered));
    reading->failed |= number == UINT64_MAX;
    set_request(reading, rank, REQUEST(REQUEST_POSTED, number));
}

/* Handle the end of a request: of a send, of a collective operation, whose event follows, or of a request that was
 * cancelled. */
static void end_request(struct qp_wait_reading *reading, struct qp_wait_rank *rank)
{
    uint64_t value = take_request(rank, rank->log.event.event.request);
    if (REQUEST_KIND(value) == REQUEST_SEND)
        qp_match_complete(&reading->match, (uint32_t)REQUEST_NUMBER(value), hold_call(reading, rank));
    else if (REQUEST_KIND(value) == REQUEST_POSTED)
        thread_of(rank)->ended = REQUEST_NUMBER(value) + 1;
}

static bool is_of_kind(const struct qp_resolved *it, enum qp_channel_kind kind)
{
    return it->channel && it->channel->kind == kind;
}

static void handle(struct qp_wait_reading *reading, struct qp_wait_rank *rank)
{
    const struct qp_resolved *it = &rank->log.event;
    struct qp_rank_thread *thread = thread_of(rank);
    if (thread->ended && it->event.kind != QP_EVENT_COLLECTIVE) {
        qp_posted_drop(&rank->posted, thread->ended - 1); /* it was cancelled */
        thread->ended = 0;
        deliver(reading, rank);
    }
    switch (it->event.kind) {
    case QP_EVENT_ENTER:
    case QP_EVENT_LEAVE:
    case QP_EVENT_GAP:
    case QP_EVENT_LOST:
        close_call(reading, rank);
        break;
    case QP_EVENT_SEND:
        if (it->event.in_call && is_of_kind(it, QP_CHANNEL_MESSAGE))
            send(reading, rank);
        break;
    case QP_EVENT_RECEIVE:
        if (it->event.in_call && is_of_kind(it, QP_CHANNEL_MESSAGE))
            receive(reading, rank);
        break;
    case QP_EVENT_COLLECTIVE:
        if (is_of_kind(it, QP_CHANNEL_COLLECTIVE))
            collective(reading, rank);
        break;
    case QP_EVENT_POST:
        post(reading, rank);
        break;
    case QP_EVENT_COMPLETE:
        end_request(reading, rank);
        break;
    default:
        break;
    }
    reading->failed |= !qp_rank_log_follow(&rank->log);
}

static void end_rank(struct qp_wait_reading *reading, struct qp_wait_rank *rank)
{
    qp_posted_end(&rank->posted);
    deliver(reading, rank);
    reading->match.ended[rank->log.index] = true;
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

void qp_wait_reading_run(struct qp_wait_reading *reading)
{
    for (uint32_t i = 0; i < reading->job->rank_count; i++)
        if (qp_rank_log_next(&reading->ranks[i].log))
            reading->heap[reading->heap_count++] = i;
    for (uint32_t i = reading->heap_count / 2; i-- > 0;)
        sink(reading, i);
    while (reading->heap_count > 0 && !reading->failed) {
        struct qp_wait_rank *rank = &reading->ranks[reading->heap[0]];
        handle(reading, rank);
        if (!qp_rank_log_next(&rank->log)) {
            reading->failed |= rank->log.resolver.failed;
            end_rank(reading, rank);
            reading->heap[0] = reading->heap[--reading->heap_count];
        }
        sink(reading, 0);
    }
    qp_wait_calls_finish(&reading->calls);
}

/* ---- open and close --------------------------------------------------------------------------------------------- */

static bool prepare(struct qp_wait_reading *reading)
{
    const struct qp_job_messages *job = reading->job;
    reading->match.calls = &reading->calls;
    reading->match.ended = calloc((size_t)job->rank_count + 1, sizeof *reading->match.ended);
    reading->ranks = calloc((size_t)job->rank_count + 1, sizeof *reading->ranks);
    reading->heap = calloc((size_t)job->rank_count + 1, sizeof *reading->heap);
    bool ok = qp_rounds_open(&reading->rounds, job->communicator_count, job->rank_count, &reading->calls);
    for (uint32_t i = 0; ok && i < job->communicator_count; i++)
        qp_rounds_set_members(&reading->rounds, i, job->communicators[i].members,
                              job->one_host ? job->communicators[i].files : 0);
    return ok && reading->match.ended && reading->ranks && reading->heap;
}

int qp_wait_reading_open(struct qp_wait_reading *reading, struct qp_job_messages *job, struct qp_error *error)
{
    *reading = (struct qp_wait_reading){.job = job};
    if (!prepare(reading))
        qp_error_memory(error);
    for (uint32_t i = 0; i < job->rank_count && !error->code; i++)
        reading->ranks[i].is_open = qp_rank_log_open(&reading->ranks[i].log, job, i, error) == 0;
    if (error->code)
        qp_wait_reading_close(reading);
    return error->code;
}

void qp_wait_reading_close(struct qp_wait_reading *reading)
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
}
