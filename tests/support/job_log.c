#include "tests/support/job_log.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Numbers of the states; STEP calls all others. */
enum { STEP = 1, FIRST_CALL };

#define MOST_CHANNELS 64
#define FIRST_LINE    100 /* location handles are lines + FIRST_LINE */

struct job_channel {
    struct job_message message;
    enum qp_channel_kind kind;
};

static const char *const names[JOB_CALLS] = {
    [JOB_SEND] = "MPI_Send",   [JOB_RECV] = "MPI_Recv",       [JOB_ISEND] = "MPI_Isend",
    [JOB_IRECV] = "MPI_Irecv", [JOB_WAITALL] = "MPI_Waitall", [JOB_BARRIER] = "MPI_Barrier",
    [JOB_BCAST] = "MPI_Bcast", [JOB_REDUCE] = "MPI_Reduce",
};

static uint32_t add_state(struct job_log *log, uint32_t id, const char *class_name, const char *name)
{
    uint32_t method = builder_method(&log->builder, QP_VT, id, name, NULL, NULL, 0);
    ((struct qp_method_record *)builder_at(&log->builder, method))->class_name =
        builder_string(&log->builder, class_name);
    return method;
}

static uint64_t tick_at(const struct job_log *log, uint64_t us)
{
    return 1000 * us - log->start;
}

static void put(struct job_log *log, uint64_t us, enum qp_event_kind kind, uint64_t object)
{
    uint64_t now = us == UINT64_MAX ? log->tick : tick_at(log, us), ticks = now - log->tick;
    if (ticks >> 20 != 0) {
        *log->next++ = QP_EVENT_TIME | ticks << QP_EVENT_KIND_BITS;
        ticks = 0;
    }
    *log->next++ = (uint64_t)kind | object << QP_EVENT_KIND_BITS | ticks << qp_event_tick_shift(kind);
    log->tick = now;
}

static void put_wide(struct job_log *log, uint64_t us, enum qp_event_kind kind, uint64_t object, uint64_t value)
{
    put(log, us, kind, object);
    *log->next++ = value;
}

void job_begin(struct job_log *log, uint32_t rank, uint32_t ranks)
{
    *log = (struct job_log){
        .rank = rank, .start = 10000 * (rank % 100), .known = calloc(MOST_CHANNELS, sizeof *log->known)};
    builder_begin(&log->builder);
    struct builder *builder = &log->builder;
    struct qp_header *header = builder_header(builder);
    header->clock_start = (struct qp_clock_pair){0, 5000000000 + log->start};
    header->start_realtime_ns = 1700000000000000000 + log->start;
    header->pid = 4711 + rank;
    header->products = 1u << QP_VT;
    header->rank = rank;
    header->ranks = ranks;
    header->program = builder_string(builder, "ring");
    header->sentinel = builder_record(builder, QP_KIND_NODE, sizeof(struct qp_node));
    add_state(log, STEP, "Solver", "step");
    for (uint32_t i = 0; i < JOB_CALLS; i++)
        add_state(log, FIRST_CALL + i, "MPI", names[i]);
    log->thread = builder_thread(builder, 1, "main");
    uint32_t step = builder_node(builder, builder_root(builder, QP_VT, log->thread, 0, 0), STEP, 1, 1000);
    for (uint32_t i = 0; i < JOB_CALLS; i++)
        log->nodes[i] = builder_node(builder, step, FIRST_CALL + i, 0, 0);
    struct qp_trace_block *block = builder_outside(builder, QP_KIND_TRACE);
    *block = (struct qp_trace_block){.published = 1, .thread = log->thread, .product = QP_VT, .number = 1};
    log->next = (uint64_t *)(block + 1);
    put(log, UINT64_MAX, QP_EVENT_ENTER, STEP);
    job_communicator(log, QP_COMMUNICATOR_WORLD, 0, NULL, ranks, "MPI_COMM_WORLD");
}

void job_communicator(struct job_log *log, uint32_t number, uint64_t key, const int *members, uint32_t count,
                      const char *name)
{
    struct builder *builder = &log->builder;
    uint32_t array = members ? builder_record(builder, QP_KIND_ADDRESSES, count * sizeof(uint64_t)) : 0;
    for (uint32_t i = 0; members && i < count; i++)
        ((uint64_t *)builder_at(builder, array))[i] = (uint64_t)members[i];
    uint32_t record = builder_record(builder, QP_KIND_COMMUNICATOR, sizeof(struct qp_communicator_record));
    *(struct qp_communicator_record *)builder_at(builder, record) = (struct qp_communicator_record){
        .published = 1,
        .number = number,
        .name = builder_string(builder, name),
        .members = array,
        .count = count,
        .flags = members && members[0] < 0 ? QP_COMMUNICATOR_INTER : 0,
        .key = key,
    };
}

/* ---- calls ------------------------------------------------------------------------------------------------------ */

void job_enter(struct job_log *log, uint64_t us, enum job_call call, uint32_t line)
{
    log->entered = tick_at(log, us);
    log->call = call;
    log->location = line + FIRST_LINE;
    struct qp_node *node = builder_at(&log->builder, log->nodes[call]);
    node->calls++;
    builder_line(&log->builder, log->location, "ring.c", (int)line); /* records with the same handle are equal */
    if (!log->unlogged)
        put_wide(log, us, QP_EVENT_ENTER_AT, FIRST_CALL + call, log->location);
}

static uint32_t find_channel(struct job_log *log, const struct job_message *message, enum qp_channel_kind kind)
{
    for (uint32_t i = 0; i < log->channels; i++) {
        const struct job_channel *it = &log->known[i];
        if (it->kind == kind && it->message.peer == message->peer && it->message.tag == message->tag &&
            it->message.communicator == message->communicator)
            return i + 1;
    }
    if (log->channels == MOST_CHANNELS)
        abort();
    log->known[log->channels] = (struct job_channel){*message, kind};
    uint32_t record = builder_record(&log->builder, QP_KIND_CHANNEL, sizeof(struct qp_channel_record));
    *(struct qp_channel_record *)builder_at(&log->builder, record) =
        (struct qp_channel_record){.published = 1,
                                   .handle = ++log->channels,
                                   .peer = message->peer,
                                   .tag = message->tag,
                                   .communicator = message->communicator,
                                   .kind = kind};
    return log->channels;
}

static uint16_t class_of(uint64_t bytes)
{
    return bytes == 0 ? 0 : (uint16_t)(64 - __builtin_clzll(bytes));
}

/* Count what the call did, and return the handle of its channel. */
static uint32_t count(struct job_log *log, uint64_t us, const struct job_message *message, enum qp_channel_kind kind,
                      enum qp_traffic_direction direction)
{
    uint32_t channel = find_channel(log, message, kind);
    if (log->uncounted)
        return channel;
    uint64_t most = message->bytes > message->received ? message->bytes : message->received;
    uint32_t record = builder_record(&log->builder, QP_KIND_TRAFFIC, sizeof(struct qp_traffic_record));
    *(struct qp_traffic_record *)builder_at(&log->builder, record) = (struct qp_traffic_record){
        .published = 1,
        .thread = log->thread,
        .node = log->nodes[log->call],
        .location = log->location,
        .channel = channel,
        .direction = direction,
        .size = class_of(most),
        .count = 1,
        .bytes = message->bytes,
        .received = message->received,
        .ticks = tick_at(log, us) - log->entered,
    };
    return channel;
}

static uint64_t word_of(const struct job_message *message)
{
    return message->bytes | (uint64_t)message->request << QP_MESSAGE_BYTES_BITS;
}

void job_sends(struct job_log *log, uint64_t us, const struct job_message *message)
{
    uint32_t channel = count(log, us, message, QP_CHANNEL_MESSAGE, QP_TRAFFIC_SENT);
    if (!log->unlogged)
        put_wide(log, us, QP_EVENT_CALL_SEND, channel, word_of(message));
}

void job_receives(struct job_log *log, uint64_t us, const struct job_message *message)
{
    uint32_t channel = count(log, us, message, QP_CHANNEL_MESSAGE, QP_TRAFFIC_RECEIVED);
    if (!log->unlogged)
        put_wide(log, us, QP_EVENT_CALL_RECEIVE, channel, word_of(message));
}

void job_gathers(struct job_log *log, uint64_t us, const struct job_message *message)
{
    uint32_t channel = count(log, us, message, QP_CHANNEL_COLLECTIVE, QP_TRAFFIC_BOTH);
    if (!log->unlogged)
        put_wide(log, us, QP_EVENT_COLLECTIVE, channel, message->bytes | message->received << QP_COLLECTIVE_SENT_BITS);
}

void job_posts(struct job_log *log, uint64_t us, unsigned request)
{
    if (!log->unlogged)
        put(log, us, QP_EVENT_POST, request);
}

void job_completes(struct job_log *log, uint64_t us, unsigned request)
{
    if (!log->unlogged)
        put(log, us, QP_EVENT_COMPLETE, request);
}

void job_leave(struct job_log *log, uint64_t us)
{
    if (!log->unlogged)
        put(log, us, QP_EVENT_LEAVE, FIRST_CALL + log->call);
    struct qp_node *node = builder_at(&log->builder, log->nodes[log->call]);
    node->self += tick_at(log, us) - log->entered;
}

void job_loses(struct job_log *log, uint64_t us)
{
    put_wide(log, us, QP_EVENT_LOST, 0, 3);
}

void job_end(struct job_log *log)
{
    put(log, UINT64_MAX, QP_EVENT_LEAVE, STEP);
    builder_header(&log->builder)->clock_latest[0] =
        (struct qp_clock_pair){log->tick, 5000000000 + log->start + log->tick};
    builder_balance(&log->builder);
    free(log->known);
}

void job_write(struct job_log *log, const char *name)
{
    char path[256];
    job_end(log);
    snprintf(path, sizeof path, "%s.%04u.qii", name, log->rank);
    builder_write(&log->builder, path);
    builder_free(&log->builder);
}
