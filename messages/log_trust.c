#include "messages/log_trust.h"

#include "base/scratch.h"
#include "format/array.h"
#include "format/diagnostic.h"

/* A process that was killed, or still runs, has counted messages whose events it has not written yet: those of one call
 * in each thread. */
#define UNWRITTEN 64

struct trust {
    struct qp_log_trust *result;
    struct qp_profile *profile;
    const struct qp_messages *messages;
    const struct qp_event_definitions *definitions;
    uint64_t *totals[QP_MATCH_SIDES]; /* for each group; collective operations are on the side of sends */
    uint64_t *logged[QP_MATCH_SIDES];
    uint32_t *groups; /* for each channel, the index of a channel with which it has common totals */
    struct qp_scratch scratch;
};

/* ---- groups of channels ----------------------------------------------------------------------------------------- */

/* Return a number that is equal for channels that may have common totals: large tags are counted together, and all
 * collective operations on a communicator are one sequence. */
static uint64_t key_of_group(struct qp_texts *texts, const struct qp_event_channel *channel)
{
    bool is_collective = channel->kind == QP_CHANNEL_COLLECTIVE;
    int32_t tag = channel->tag > 0 ? 1 << (31 - __builtin_clz((unsigned)channel->tag)) : 0;
    const int32_t parts[] = {channel->kind, channel->communicator, is_collective ? 0 : channel->peer,
                             is_collective ? 0 : tag};
    return qp_texts_identity(texts, parts, sizeof parts);
}

static bool has_group(const struct qp_event_channel *channel)
{
    return channel->kind == QP_CHANNEL_COLLECTIVE || channel->tag_range;
}

/* Set the groups of all channels. A channel with totals of its own is alone. */
static bool find_groups(struct trust *trust)
{
    struct qp_texts texts = {0};
    struct qp_map map = {0};
    bool ok = true;
    uint32_t count = trust->definitions->channel_count;
    for (uint32_t i = 0; ok && i < count; i++) {
        const struct qp_event_channel *it = &trust->definitions->channels[i];
        uint64_t key = has_group(it) ? key_of_group(&texts, it) : 0;
        if (key && !qp_map_get(&map, key))
            ok = qp_map_put(&map, key, i + 1ull) == 0;
    }
    for (uint32_t i = 0; ok && i < count; i++) {
        const struct qp_event_channel *it = &trust->definitions->channels[i];
        bool alone = !has_group(it) && (trust->totals[QP_MATCH_SEND][i] || trust->totals[QP_MATCH_RECEIVE][i]);
        uint64_t group = alone ? 0 : qp_map_get(&map, key_of_group(&texts, it));
        trust->groups[i] = group ? (uint32_t)group - 1 : i;
    }
    ok &= !texts.failed;
    qp_texts_fini(&texts);
    qp_map_fini(&map);
    return ok;
}

/* Add the numbers of all channels to those of their groups. */
static void sum_groups(const struct trust *trust, uint64_t *numbers)
{
    for (uint32_t i = 0; i < trust->definitions->channel_count; i++) {
        if (trust->groups[i] != i) {
            numbers[trust->groups[i]] += numbers[i];
            numbers[i] = 0;
        }
    }
}

/* ---- counts ----------------------------------------------------------------------------------------------------- */

static void count_totals(const struct trust *trust)
{
    const struct qp_messages *messages = trust->messages;
    for (uint32_t i = 0; i < messages->item_count; i++) {
        const struct qp_traffic_item *item = &messages->items[i];
        const struct qp_event_channel *channel =
            qp_event_definitions_channel(trust->definitions, item->channel.handle & QP_EVENT_INDEX);
        enum qp_match_side side = item->direction == QP_TRAFFIC_RECEIVED ? QP_MATCH_RECEIVE : QP_MATCH_SEND;
        if (channel)
            trust->totals[side][channel - trust->definitions->channels] += item->count;
    }
}

static bool is_loss(enum qp_event_kind kind)
{
    return kind == QP_EVENT_GAP || kind == QP_EVENT_LOST || kind == QP_EVENT_OFF;
}

static void count_event(const struct trust *trust, const struct qp_event *event)
{
    enum qp_match_side side = event->kind == QP_EVENT_RECEIVE ? QP_MATCH_RECEIVE : QP_MATCH_SEND;
    const struct qp_event_channel *channel = qp_event_definitions_channel(trust->definitions, event->object);
    if (is_loss(event->kind) && event->tick < trust->result->loss)
        trust->result->loss = event->tick;
    if (channel &&
        (event->kind == QP_EVENT_SEND || event->kind == QP_EVENT_RECEIVE || event->kind == QP_EVENT_COLLECTIVE))
        trust->logged[side][channel - trust->definitions->channels]++;
}

static void count_log(const struct trust *trust, struct qp_events *events)
{
    struct qp_event event;
    while (qp_events_next(events, &event))
        if (event.product == QP_VT)
            count_event(trust, &event);
}

/* ---- result ----------------------------------------------------------------------------------------------------- */

/* Totals may lack messages for which there was no room, from this moment on. */
static uint64_t first_no_room(const struct qp_profile *profile)
{
    const struct qp_diagnostic *it = &profile->reader.header.diagnostics[QP_VT][QP_DIAGNOSTIC_NO_ROOM];
    return it->count ? it->tick : UINT64_MAX;
}

static uint64_t trusted_until(const struct trust *trust, uint32_t channel, enum qp_match_side side)
{
    struct qp_log_trust *result = trust->result;
    uint32_t group = trust->groups[channel];
    uint64_t total = trust->totals[side][group], logged = trust->logged[side][group];
    uint64_t slack = qp_profile_is_complete(trust->profile) ? 0 : UNWRITTEN;
    if (logged + slack >= total)
        return first_no_room(trust->profile);
    result->is_cut |= result->loss != UINT64_MAX;
    result->is_filtered |= result->loss == UINT64_MAX;
    return result->loss == UINT64_MAX ? 0 : result->loss;
}

static void find_trusted(const struct trust *trust)
{
    bool has_moments = qp_profile_last_moment(trust->profile) != 0;
    for (uint32_t i = 0; i < trust->definitions->channel_count; i++) {
        const struct qp_event_channel *it = &trust->definitions->channels[i];
        bool mixed = it->tag_range && it->kind == QP_CHANNEL_MESSAGE; /* different tags: the order is not MPI's */
        for (int side = 0; side < QP_MATCH_SIDES; side++) {
            uint64_t until = trusted_until(trust, i, (enum qp_match_side)side);
            trust->result->until[side][i] = mixed || !has_moments ? 0 : until;
        }
    }
}

static bool make_arrays(struct trust *trust)
{
    uint32_t count = trust->definitions->channel_count;
    bool ok = true;
    for (int side = 0; side < QP_MATCH_SIDES; side++) {
        trust->totals[side] = qp_scratch_zeros(&trust->scratch, count, sizeof(uint64_t));
        trust->logged[side] = qp_scratch_zeros(&trust->scratch, count, sizeof(uint64_t));
        trust->result->until[side] = calloc((size_t)count + 1, sizeof *trust->result->until[side]);
        ok &= trust->result->until[side] != NULL;
    }
    trust->groups = qp_scratch_none(&trust->scratch, count);
    return ok && !trust->scratch.failed;
}

static bool find(struct trust *trust, struct qp_events *events)
{
    if (!make_arrays(trust))
        return false;
    count_log(trust, events);
    count_totals(trust);
    if (!find_groups(trust))
        return false;
    for (int side = 0; side < QP_MATCH_SIDES; side++) {
        sum_groups(trust, trust->totals[side]);
        sum_groups(trust, trust->logged[side]);
    }
    find_trusted(trust);
    return true;
}

int qp_log_trust_open(struct qp_log_trust *result, struct qp_profile *profile, const struct qp_messages *messages,
                      struct qp_error *error)
{
    struct qp_events events;
    *result = (struct qp_log_trust){.loss = UINT64_MAX};
    if (qp_events_open(&events, profile, error))
        return error->code;
    struct trust trust = {
        .result = result, .profile = profile, .messages = messages, .definitions = &events.definitions};
    if (!find(&trust, &events)) {
        qp_log_trust_close(result);
        qp_error_memory(error);
    }
    qp_scratch_free(&trust.scratch);
    qp_events_close(&events);
    return error->code;
}

void qp_log_trust_close(struct qp_log_trust *trust)
{
    for (int side = 0; side < QP_MATCH_SIDES; side++)
        free(trust->until[side]);
    *trust = (struct qp_log_trust){0};
}
