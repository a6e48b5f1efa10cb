#include "messages/flows.h"

#include "base/hash.h"

#include <stdlib.h>

enum side { SENT, RECEIVED };

static bool is_message(const struct qp_event_channel *channel)
{
    return channel && channel->kind == QP_CHANNEL_MESSAGE;
}

/* ---- messages that the log lacks --------------------------------------------------------------------------------- */

/* Return true if events may be missing from here on. */
static bool is_loss(enum qp_event_kind kind)
{
    return kind == QP_EVENT_LOST || kind == QP_EVENT_GAP || kind == QP_EVENT_OFF;
}

/* Return true if the log has all messages up to its first loss. A filter leaves messages out without a loss. */
static bool is_trusted(const struct qp_flows *flows, struct qp_profile *profile, struct qp_error *error)
{
    uint64_t total = 0, logged = 0;
    bool loss = false;
    struct qp_events events;
    struct qp_event event;
    for (uint32_t i = 0; i < flows->messages.item_count; i++)
        if (flows->messages.items[i].channel.kind == QP_CHANNEL_MESSAGE)
            total += flows->messages.items[i].count;
    if (qp_events_open(&events, profile, error))
        return false;
    while (!loss && qp_events_next(&events, &event)) {
        loss = event.product == QP_VT && is_loss(event.kind);
        if (event.kind == QP_EVENT_SEND || event.kind == QP_EVENT_RECEIVE)
            logged += is_message(qp_event_definitions_channel(&events.definitions, event.object));
    }
    qp_events_close(&events);
    return loss || logged == total || flows->messages.item_count == 0;
}

/* ---- open and close ---------------------------------------------------------------------------------------------- */

int qp_flows_open(struct qp_flows *flows, const struct qp_events *events, struct qp_error *error)
{
    *flows = (struct qp_flows){.profile = events->profile, .definitions = &events->definitions};
    if (qp_messages_open(&flows->messages, events->profile, error))
        return error->code;
    flows->over = !is_trusted(flows, events->profile, error);
    flows->ended = calloc((size_t)events->profile->carrier_count + 1, sizeof *flows->ended);
    for (int i = 0; i < 2; i++)
        flows->counts[i] = calloc((size_t)events->definitions.channel_count + 1, sizeof *flows->counts[i]);
    if (!flows->ended || !flows->counts[SENT] || !flows->counts[RECEIVED])
        qp_error_memory(error);
    if (error->code)
        qp_flows_close(flows);
    return error->code;
}

void qp_flows_close(struct qp_flows *flows)
{
    qp_messages_close(&flows->messages);
    free(flows->counts[SENT]);
    free(flows->counts[RECEIVED]);
    free(flows->ended);
    qp_map_fini(&flows->requests);
    qp_posted_free(&flows->posted);
    *flows = (struct qp_flows){0};
}

/* ---- numbers ----------------------------------------------------------------------------------------------------- */

/* The ends of a message, and its place among the messages between them. */
struct identity {
    int64_t sender, receiver; /* world << 32 | rank */
    uint64_t communicator;
    int64_t tag;
    uint64_t job;
    uint64_t place;
};

static int64_t process_of(uint32_t world, int64_t rank)
{
    return (int64_t)world << 32 | rank;
}

/* Return the process that a peer is. One that is not in the own world is in the world of the parents, or in the first
 * that was spawned. */
static int64_t peer_of(const struct qp_flows *flows, int32_t peer)
{
    uint32_t world = flows->profile->reader.header.world;
    return peer >= 0 ? process_of(world, peer) : process_of(world == 0, -2 - (int64_t)peer);
}

/* Return a number that the communicator has in the files of all members. */
static uint64_t key_of(const struct qp_flows *flows, int32_t number)
{
    const struct qp_communicator_item *item = qp_messages_communicator(&flows->messages, number);
    return item && item->key ? item->key : (uint32_t)number;
}

static uint64_t number_of(struct qp_flows *flows, const struct qp_event_channel *channel, enum side side)
{
    const struct qp_header *header = &flows->profile->reader.header;
    uint64_t index = (uint64_t)(channel - flows->definitions->channels);
    int64_t own = process_of(header->world, header->rank), peer = peer_of(flows, channel->peer);
    struct identity it = {.sender = side == SENT ? own : peer,
                          .receiver = side == SENT ? peer : own,
                          .communicator = key_of(flows, channel->communicator),
                          .tag = channel->tag,
                          .job = header->job,
                          .place = flows->counts[side][index]++};
    uint64_t number = qp_hash_bytes(&it, sizeof it);
    return flows->over ? 0 : number ? number : 1;
}

/* ---- events ------------------------------------------------------------------------------------------------------ */

uint64_t qp_flows_send(struct qp_flows *flows, const struct qp_resolved *event)
{
    return is_message(event->channel) && !flows->failed ? number_of(flows, event->channel, SENT) : 0;
}

/* Return the number of the operation of a request, which ends. Return UINT64_MAX if it is unknown. */
static uint64_t take_request(struct qp_flows *flows, uint32_t request)
{
    uint64_t number = request ? qp_map_get(&flows->requests, request) : 0;
    if (!number || number == UINT64_MAX)
        return UINT64_MAX;
    flows->failed |= qp_map_put(&flows->requests, request, UINT64_MAX) != 0;
    return number - 1;
}

void qp_flows_receive(struct qp_flows *flows, const struct qp_resolved *event, uint32_t mark)
{
    uint32_t channel = is_message(event->channel) ? (uint32_t)(event->channel - flows->definitions->channels) : QP_NONE;
    const struct qp_operation operation = {.channel = channel, .call = mark};
    uint64_t number = take_request(flows, event->event.request);
    if (number != UINT64_MAX)
        qp_posted_complete(&flows->posted, number, &operation);
    else
        flows->failed |= !qp_posted_add(&flows->posted, &operation);
}

bool qp_flows_next(struct qp_flows *flows, uint32_t *mark, uint64_t *number)
{
    struct qp_operation operation;
    if (flows->failed || !qp_posted_next(&flows->posted, &operation))
        return false;
    *mark = operation.call;
    *number =
        operation.channel == QP_NONE ? 0 : number_of(flows, &flows->definitions->channels[operation.channel], RECEIVED);
    return true;
}

void qp_flows_end(struct qp_flows *flows)
{
    qp_posted_end(&flows->posted);
}

void qp_flows_follow(struct qp_flows *flows, const struct qp_resolved *event)
{
    uint64_t *ended = &flows->ended[event->event.thread];
    if (*ended) { /* a collective operation, or a receive that was cancelled: no message */
        qp_posted_drop(&flows->posted, *ended - 1);
        *ended = 0;
    }
    if (event->event.kind == QP_EVENT_POST) {
        uint64_t number = qp_posted_start(&flows->posted, 0);
        flows->failed |= number == UINT64_MAX || qp_map_put(&flows->requests, event->event.request, number + 1) != 0;
    } else if (event->event.kind == QP_EVENT_COMPLETE) {
        *ended = take_request(flows, event->event.request) + 1;
    } else if (is_loss(event->event.kind)) {
        flows->over = true;
    }
}
