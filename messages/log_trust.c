#include "messages/log_trust.h"

#include "base/scratch.h"
#include "format/array.h"
#include "format/diagnostic.h"

/* A process that was killed, or still runs, has counted messages whose events it has not written yet: those of one call
 * in each thread. */
#define UNWRITTEN 64

struct trust {
    struct qp_rank_log *log;
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
    const struct qp_messages *messages = &trust->log->messages;
    for (uint32_t i = 0; i < messages->item_count; i++) {
        const struct qp_traffic_item *item = &messages->items[i];
        const struct qp_event_channel *channel =
            qp_event_definitions_channel(trust->definitions, item->channel.handle & QP_EVENT_INDEX);
        enum qp_match_side side = item->way == QP_TRAFFIC_RECEIVED ? QP_MATCH_RECEIVE : QP_MATCH_SEND;
        if (channel && item->channel.handle != 0)
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
    if (is_loss(event->kind) && event->tick < trust->log->loss)
        trust->log->loss = event->tick;
    if (channel &&
        (event->kind == QP_EVENT_SEND || event->kind == QP_EVENT_RECEIVE || event->kind == QP_EVENT_COLLECTIVE))
        trust->logged[side][channel - trust->definitions->channels]++;
}

static int count_log(const struct trust *trust, struct qp_error *error)
{
    struct qp_events events;
    struct qp_event event;
    if (qp_events_open(&events, &trust->log->profile, error))
        return error->code;
    while (qp_events_next(&events, &event))
        if (event.product == QP_VT)
            count_event(trust, &event);
    qp_events_close(&events);
    return 0;
}

/* ---- result ----------------------------------------------------------------------------------------------------- */

/* Totals may lack messages for which there was no room, from this moment on. */
static uint64_t first_no_room(const struct qp_profile *profile)
{
    const struct qp_diagnostic *it = &profile->reader.header.diagnostics[QP_VT][QP_DIAGNOSTIC_NO_ROOM];
    return it->count ? it->tick : UINT64_MAX;
}

static uint64_t trusted_until(struct trust *trust, uint32_t channel, enum qp_match_side side)
{
    struct qp_rank_log *log = trust->log;
    uint32_t group = trust->groups[channel];
    uint64_t total = trust->totals[side][group], logged = trust->logged[side][group];
    uint64_t slack = qp_profile_is_complete(&log->profile) ? 0 : UNWRITTEN;
    if (logged + slack >= total)
        return first_no_room(&log->profile);
    log->is_cut |= log->loss != UINT64_MAX;
    log->is_filtered |= log->loss == UINT64_MAX;
    return log->loss == UINT64_MAX ? 0 : log->loss;
}

static void find_trusted(struct trust *trust)
{
    struct qp_rank_log *log = trust->log;
    for (uint32_t i = 0; i < trust->definitions->channel_count; i++) {
        const struct qp_event_channel *it = &trust->definitions->channels[i];
        log->trusted[QP_MATCH_SEND][i] = trusted_until(trust, i, QP_MATCH_SEND);
        log->trusted[QP_MATCH_RECEIVE][i] = trusted_until(trust, i, QP_MATCH_RECEIVE);
        bool mixed = it->tag_range && it->kind == QP_CHANNEL_MESSAGE; /* different tags: the order is not MPI's */
        if (mixed || qp_profile_last_moment(&log->profile) == 0)
            log->trusted[QP_MATCH_SEND][i] = log->trusted[QP_MATCH_RECEIVE][i] = 0;
    }
}

int qp_log_trust_find(struct qp_rank_log *log, struct qp_error *error)
{
    struct trust trust = {.log = log, .definitions = &log->resolver.events.definitions};
    uint32_t count = trust.definitions->channel_count;
    log->loss = UINT64_MAX;
    for (int side = 0; side < QP_MATCH_SIDES; side++) {
        trust.totals[side] = qp_scratch_zeros(&trust.scratch, count, sizeof(uint64_t));
        trust.logged[side] = qp_scratch_zeros(&trust.scratch, count, sizeof(uint64_t));
        log->trusted[side] = calloc((size_t)count + 1, sizeof *log->trusted[side]);
    }
    trust.groups = qp_scratch_none(&trust.scratch, count);
    if (trust.scratch.failed || !log->trusted[0] || !log->trusted[1])
        qp_error_memory(error);
    if (!error->code && count_log(&trust, error) == 0) {
        count_totals(&trust);
        if (!find_groups(&trust))
            qp_error_memory(error);
    }
    if (!error->code) {
        for (int side = 0; side < QP_MATCH_SIDES; side++) {
            sum_groups(&trust, trust.totals[side]);
            sum_groups(&trust, trust.logged[side]);
        }
        find_trusted(&trust);
    }
    qp_scratch_free(&trust.scratch);
    return error->code;
}
