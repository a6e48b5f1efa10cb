#include "messages/channels.h"

/* Clocks of two processes of one host differ by less than this, after conversion to nanoseconds. */
#define CLOCK_ERROR_NS 1000000

static struct qp_match_message *message_at(const struct qp_match *match, uint32_t index)
{
    return (struct qp_match_message *)(void *)match->messages.items + index;
}

static void remove_message(struct qp_match *match, uint32_t index)
{
    qp_pool_return(&match->messages, index, sizeof(struct qp_match_message));
}

uint32_t qp_match_channel(struct qp_match *match, const struct qp_match_key *key)
{
    uint64_t id = qp_texts_identity(&match->texts, key, sizeof *key);
    bool absent[QP_MATCH_SIDES] = {key->logs[0] == UINT32_MAX, key->logs[1] == UINT32_MAX};
    if (id == 0)
        return UINT32_MAX;
    return QP_ARRAY_KEYED(&match->map, id, &match->channels, &match->channel_count,
                          (struct qp_match_channel){.logs = {key->logs[0], key->logs[1]},
                                                    .communicator = key->communicator,
                                                    .first = QP_NO_MESSAGE,
                                                    .last = QP_NO_MESSAGE,
                                                    .closed = {absent[0], absent[1]}});
}

/* ---- matched messages ------------------------------------------------------------------------------------------- */

/* Decide how long the call of a matched send waited, once the call is known. */
static void settle_send(struct qp_match *match, uint32_t index)
{
    const struct qp_match_message *send = message_at(match, index);
    enum qp_wait_cause cause = send->nonblocking ? QP_CAUSE_LATE_RECEIVER_OF_REQUEST : QP_CAUSE_LATE_RECEIVER;
    const struct qp_blame blame = {
        .cause = cause, .late = send->late, .communicator = send->communicator, .arrived = send->posted};
    if (send->posted != 0)
        qp_wait_calls_blame(match->calls, send->call, &blame);
    qp_wait_calls_release(match->calls, send->call);
    remove_message(match, index);
}

/* Drop a message that cannot be matched. A request stays until it is completed. */
static void drop(struct qp_match *match, uint32_t index)
{
    struct qp_match_message *message = message_at(match, index);
    message->is_decided = true;
    if (message->is_request)
        return;
    qp_wait_calls_release(match->calls, message->call);
    remove_message(match, index);
}

static bool is_plausible(const struct qp_match *match, const struct qp_match_message *send,
                         const struct qp_match_message *receive)
{
    bool known = receive->call != QP_NO_CALL && send->begin != 0;
    return receive->bytes <= send->bytes &&
           (!known || send->begin <= qp_wait_calls_at(match->calls, receive->call)->left + CLOCK_ERROR_NS);
}

static void pair(struct qp_match *match, const struct qp_match_channel *channel, uint32_t send, uint32_t receive)
{
    struct qp_match_message *sent = message_at(match, send), *got = message_at(match, receive);
    const struct qp_blame blame = {.cause = QP_CAUSE_LATE_SENDER,
                                   .late = channel->logs[QP_MATCH_SEND],
                                   .communicator = channel->communicator,
                                   .arrived = sent->begin};
    qp_wait_calls_blame(match->calls, got->call, &blame);
    sent->posted = got->begin;
    sent->late = channel->logs[QP_MATCH_RECEIVE];
    sent->communicator = channel->communicator;
    sent->is_decided = true;
    match->matched++;
    drop(match, receive);
    if (!message_at(match, send)->is_request)
        settle_send(match, send);
}

/* ---- queues ----------------------------------------------------------------------------------------------------- */

static uint32_t take_first(struct qp_match *match, struct qp_match_channel *channel)
{
    uint32_t first = channel->first;
    channel->first = message_at(match, first)->next;
    if (channel->first == QP_NO_MESSAGE)
        channel->last = QP_NO_MESSAGE;
    return first;
}

static void append(struct qp_match *match, struct qp_match_channel *channel, enum qp_match_side side, uint32_t index)
{
    if (channel->last == QP_NO_MESSAGE)
        channel->first = index;
    else
        message_at(match, channel->last)->next = index;
    channel->last = index;
    channel->side = side;
}

static void close_all(struct qp_match *match, struct qp_match_channel *channel)
{
    channel->closed[QP_MATCH_SEND] = channel->closed[QP_MATCH_RECEIVE] = true;
    while (channel->first != QP_NO_MESSAGE)
        drop(match, take_first(match, channel));
}

void qp_match_close_side(struct qp_match *match, uint32_t channel, enum qp_match_side side)
{
    struct qp_match_channel *it = &match->channels[channel];
    it->closed[side] = true;
    if (it->first != QP_NO_MESSAGE && it->side != side)
        close_all(match, it); /* the other side waits for messages that will not come */
}

uint32_t qp_match_add(struct qp_match *match, uint32_t channel, enum qp_match_side side,
                      const struct qp_match_message *message, bool *failed)
{
    struct qp_match_channel *it = &match->channels[channel];
    enum qp_match_side other = side == QP_MATCH_SEND ? QP_MATCH_RECEIVE : QP_MATCH_SEND;
    uint32_t index = qp_pool_take(&match->messages, sizeof *message);
    if (index == UINT32_MAX) {
        *failed = true;
        return QP_NO_MESSAGE;
    }
    *message_at(match, index) = *message;
    message_at(match, index)->next = QP_NO_MESSAGE;
    bool waits = it->first != QP_NO_MESSAGE && it->side == other;
    bool is_over = it->closed[other] || match->ended[it->logs[other]];
    if (it->closed[side] || (!waits && is_over)) {
        drop(match, index);
    } else if (!waits) {
        append(match, it, side, index);
    } else {
        uint32_t first = take_first(match, it);
        uint32_t send = side == QP_MATCH_SEND ? index : first, receive = side == QP_MATCH_SEND ? first : index;
        if (is_plausible(match, message_at(match, send), message_at(match, receive))) {
            pair(match, it, send, receive);
        } else {
            drop(match, send);
            drop(match, receive);
            close_all(match, it);
        }
    }
    return message->is_request ? index : QP_NO_MESSAGE;
}

void qp_match_complete(struct qp_match *match, uint32_t message, uint32_t call)
{
    struct qp_match_message *send = message_at(match, message);
    send->is_request = false;
    send->call = call;
    if (send->is_decided)
        settle_send(match, message);
}

void qp_match_free(struct qp_match *match)
{
    free(match->channels);
    free(match->messages.items);
    qp_map_fini(&match->map);
    qp_texts_fini(&match->texts);
    *match = (struct qp_match){0};
}
