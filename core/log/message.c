#include "core/log/message.h"

#include "core/carrier/slow.h"
#include "core/log/part.h"
#include "core/log/result.h"
#include "core/log/traffic.h"
#include "core/stacks/location.h"
#include "core/thread/reason.h"
#include "core/vthread/charge.h"

/* Maximum number of messages of a call on the fast path. Calls that complete more requests take the slow path, whose
 * cost is small compared to theirs. */
#define MOST_FAST 8

static bool is_counted(const struct qp_message *message)
{
    return message->kind != QP_EVENT_POST && message->kind != QP_EVENT_COMPLETE;
}

static uint32_t count_counted(const struct qp_message *messages, uint32_t count)
{
    uint32_t counted = 0;
    for (uint32_t i = 0; i < count; i++)
        counted += is_counted(&messages[i]);
    return counted;
}

struct qp_message_origin qp_message_origin(const void *call_site)
{
    struct qp_tstate *tstate = qp_tstate_take(QP_VT);
    if (!tstate)
        return (struct qp_message_origin){0};
    struct qp_message_origin origin = {0};
    if (qp_load_relaxed(&tstate->limit))
        origin = (struct qp_message_origin){qp_tstate_reference(tstate, qp_frame_node(tstate->top)),
                                            qp_location_of_site(qp_log_part_of(tstate)->sites, call_site)};
    qp_tstate_end(tstate);
    return origin;
}

/* ---- short calls ------------------------------------------------------------------------------------------ */

static uint64_t shortest; /* ns */
uint64_t qp_message_shortest_ticks;

void qp_message_set_shortest(uint64_t ns)
{
    shortest = ns;
    qp_store_relaxed(&qp_message_shortest_ticks, 0);
}

uint64_t qp_message_shortest(void)
{
    return shortest;
}

void qp_message_start(void)
{
    if (shortest == 0)
        return;
    uint64_t tick, first, ns, first_ns;
    qp_clock_pair(&first, &first_ns);
    do
        qp_clock_pair(&tick, &ns);
    while (ns - first_ns < 1000000); /* the pairs are exact to about 50 ns, so the rate to 1 in 10,000 */
    double ticks = (double)shortest * (double)(tick - first) / (double)(ns - first_ns);
    qp_store_relaxed(&qp_message_shortest_ticks, (uint64_t)ticks + 1);
}

/* Remove the enter event of the state on top from the log if its call was short and logged nothing since. */
static bool leaves_out(struct qp_tstate *tstate, uint64_t begin, uint64_t now)
{
    return now - begin < qp_load_relaxed(&qp_message_shortest_ticks) &&
           qp_trace_remove(tstate, QP_VT, QP_EVENT_ENTER_AT, qp_frame_node(tstate->top)->method);
}

/* ---- totals ---------------------------------------------------------------------------------------------- */

static struct qp_traffic_key key_of(const struct qp_message *message, const struct qp_message_origin *call)
{
    static const uint16_t directions[] = {
        [QP_EVENT_CALL_SEND] = QP_TRAFFIC_SENT,
        [QP_EVENT_CALL_RECEIVE] = QP_TRAFFIC_RECEIVED,
        [QP_EVENT_COLLECTIVE] = QP_TRAFFIC_BOTH,
    };
    const struct qp_message_origin *origin = message->origin.node != 0 ? &message->origin : call;
    uint64_t most = message->received > message->bytes ? message->received : message->bytes;
    return (struct qp_traffic_key){.channel = message->channel,
                                   .node = origin->node,
                                   .location = origin->location,
                                   .direction = directions[message->kind],
                                   .size = qp_traffic_size(most)};
}

/* ---- events ---------------------------------------------------------------------------------------------- */

/* Return the second word of an event. Set *more to the bits for which it has no room (QP_EVENT_MORE_BYTES). */
static uint64_t word_of(const struct qp_message *message, uint64_t *more)
{
    const uint64_t sent = ((uint64_t)1 << QP_COLLECTIVE_SENT_BITS) - 1,
                   got = ((uint64_t)1 << QP_COLLECTIVE_GOT_BITS) - 1;
    if (message->kind == QP_EVENT_COLLECTIVE) {
        *more = qp_trace_pair((uint32_t)(message->bytes >> QP_COLLECTIVE_SENT_BITS),
                              (uint32_t)(message->received >> QP_COLLECTIVE_GOT_BITS));
        return (message->bytes & sent) | (message->received & got) << QP_COLLECTIVE_SENT_BITS;
    }
    *more = message->bytes >> QP_MESSAGE_BYTES_BITS;
    return (message->bytes & (((uint64_t)1 << QP_MESSAGE_BYTES_BITS) - 1)) |
           (uint64_t)(message->request & QP_MESSAGE_REQUEST) << QP_MESSAGE_BYTES_BITS;
}

/* ---- fast path ------------------------------------------------------------------------------------------- */

struct fast {
    const struct qp_traffic *traffic[MOST_FAST];
    uint64_t words[MOST_FAST];
};

/* Find the totals of all messages and make the words of their events. Return false if this needs the slow path. */
static inline bool prepare(struct qp_tstate *tstate, const struct qp_message *messages, uint32_t count,
                           const void *call_site, struct fast *fast)
{
    struct qp_message_origin call = {0};
    for (uint32_t i = 0; i < count; i++) {
        if (!is_counted(&messages[i]))
            continue;
        if (messages[i].origin.node == 0 && call.node == 0)
            call = (struct qp_message_origin){qp_tstate_reference(tstate, qp_frame_node(tstate->top)),
                                              qp_location_of_site(qp_log_part_of(tstate)->sites, call_site)};
        const struct qp_traffic_key key = key_of(&messages[i], &call);
        fast->traffic[i] = qp_traffic_find(tstate, &key);
        uint64_t more;
        fast->words[i] = word_of(&messages[i], &more);
        if (!fast->traffic[i] || more != 0)
            return false;
    }
    return true;
}

/* Return true if an event at this tick can be logged inline: its ticks fit into the first word of an event of a call.
 */
static inline bool is_near(const struct qp_tstate *tstate, uint64_t now)
{
    return now < tstate->horizon && (now - tstate->logged) >> (64 - qp_event_tick_shift(QP_EVENT_CALL_SEND)) == 0;
}

/* Close a call that moved one message, as most do. This is close_fast without its loops and its array, in 241
 * instructions. close_fast takes 34 more, even if the compiler specializes it for one message. */
static inline bool close_one(struct qp_tstate *tstate, const struct qp_state_event *event,
                             const struct qp_message *message, uint64_t begin)
{
    struct qp_frame *top = qp_load_relaxed(&tstate->top);
    struct qp_node *node = qp_frame_node(top);
    if (top >= qp_load_relaxed(&tstate->limit) || top->stack_id != event->how || !qp_trace_has_room(tstate))
        return false;
    const struct qp_message_origin call = {qp_tstate_reference(tstate, node),
                                           qp_location_of_site(qp_log_part_of(tstate)->sites, event->call_site)};
    const struct qp_traffic_key key = key_of(message, &call);
    const struct qp_traffic *traffic = qp_traffic_find(tstate, &key);
    uint64_t more, word = word_of(message, &more), now = qp_clock_counter();
    if (!traffic || more != 0 || !is_near(tstate, now) || !qp_hot_charge(tstate, node, now))
        return false;
    qp_traffic_add(traffic, message->bytes, message->received, now - begin);
    qp_trace_put_wide(tstate, QP_VT, message->kind, traffic->channel, now, word | QP_MESSAGE_LEAVES);
    tstate->top = top - 1;
    qp_tstate_end(tstate);
    return true;
}

static inline void put(struct qp_tstate *tstate, const struct qp_message *message, const struct fast *fast, uint32_t i,
                       uint64_t leaves)
{
    uint64_t now = tstate->ledger->last;
    if (is_counted(message))
        qp_trace_put_wide(tstate, QP_VT, message->kind, fast->traffic[i]->channel, now, fast->words[i] | leaves);
    else
        qp_trace_put(tstate, message->kind, message->request, now);
}

static bool close_fast(struct qp_tstate *tstate, const struct qp_state_event *event, const struct qp_message *messages,
                       uint32_t count, uint64_t begin)
{
    struct qp_frame *top = qp_load_relaxed(&tstate->top);
    struct fast fast;
    if (count > MOST_FAST || top >= qp_load_relaxed(&tstate->limit) || top->stack_id != event->how ||
        !prepare(tstate, messages, count, event->call_site, &fast))
        return false;
    uint64_t now = qp_clock_counter();
    if (tstate->words_end - tstate->word <= 2 * (int64_t)count || !is_near(tstate, now) ||
        !qp_hot_charge(tstate, qp_frame_node(top), now))
        return false;
    uint32_t counted = count_counted(messages, count);
    uint64_t share = counted <= 1 ? now - begin : (now - begin) / counted;
    bool last_leaves = count > 0 && is_counted(&messages[count - 1]);
    bool logged = !leaves_out(tstate, begin, now);
    for (uint32_t i = 0; i < count; i++) {
        if (is_counted(&messages[i]))
            qp_traffic_add(fast.traffic[i], messages[i].bytes, messages[i].received, share);
        if (logged)
            put(tstate, &messages[i], &fast, i, last_leaves && i == count - 1 ? QP_MESSAGE_LEAVES : 0);
    }
    if (logged && !last_leaves)
        qp_trace_put(tstate, QP_EVENT_LEAVE, qp_frame_node(top)->method, now);
    tstate->top = top - 1;
    qp_tstate_end(tstate);
    return true;
}

/* ---- slow path ------------------------------------------------------------------------------------------- */

static void log_message(struct qp_tstate *tstate, const struct qp_message *message, uint32_t channel)
{
    uint64_t more = 0, now = tstate->ledger->last;
    uint64_t word = is_counted(message) ? word_of(message, &more) : 0;
    if (more != 0)
        qp_trace_append(tstate, QP_VT, QP_EVENT_MORE_BYTES, 0, now, more);
    qp_trace_append(tstate, QP_VT, message->kind, is_counted(message) ? channel : message->request, now, word);
}

/* Count and log the messages of the state on top. */
static void record(struct qp_tstate *tstate, const void *call_site, const struct qp_message *messages, uint32_t count,
                   uint64_t begin)
{
    const struct qp_message_origin call = {qp_tstate_reference(tstate, qp_frame_node(tstate->top)),
                                           qp_location_of_site(qp_log_part_of(tstate)->sites, call_site)};
    uint64_t now = tstate->ledger->last, ticks = now > begin ? now - begin : 0;
    uint32_t counted = count_counted(messages, count);
    if (!(tstate->top->stack_id & QP_STATE_SILENT) && leaves_out(tstate, begin, now))
        tstate->top->stack_id |= QP_STATE_SILENT;
    bool logged = !(tstate->top->stack_id & QP_STATE_SILENT);
    for (uint32_t i = 0; i < count; i++) {
        const struct qp_traffic_key key = key_of(&messages[i], &call);
        struct qp_traffic *traffic = is_counted(&messages[i]) ? qp_traffic_get(tstate, &key) : NULL;
        if (traffic)
            qp_traffic_add(traffic, messages[i].bytes, messages[i].received, ticks / counted);
        uint32_t channel = logged && is_counted(&messages[i]) ? qp_traffic_channel(&messages[i].channel) : 0;
        if (logged && (channel != 0 || !is_counted(&messages[i])))
            log_message(tstate, &messages[i], channel);
    }
}

int qp_message_close(struct qp_tstate *tstate, const struct qp_state_event *event, const struct qp_message *messages,
                     uint32_t count, uint64_t begin)
{
    if (count == 0 && !qp_message_selects())
        return qp_state_close(tstate, event);
    bool is_one = count == 1 && is_counted(messages) && !qp_message_selects();
    if (tstate && QP_LIKELY(is_one ? close_one(tstate, event, messages, begin)
                                   : close_fast(tstate, event, messages, count, begin)))
        return QP_LOG_OK;
    tstate = qp_slow_begin(tstate, &event->call, 0);
    if (!tstate)
        return qp_log_refusal();
    if (tstate->top > tstate->bottom && (tstate->top->stack_id & QP_STATE_HOW) == event->how) {
        uint64_t blocks = qp_trace_of(tstate, QP_VT)->number;
        qp_charge(tstate, QP_VT);
        record(tstate, event->call_site, messages, count, begin);
        qp_state_charge_blocks(tstate, blocks);
    }
    return qp_state_close_begun(tstate, event);
}
