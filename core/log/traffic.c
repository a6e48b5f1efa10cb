#include "core/log/traffic.h"

#include "base/memory.h"
#include "core/log/part.h"
#include "core/store/arena.h"
#include "core/store/diagnose.h"
#include "core/store/store.h"
#include "core/thread/occupy.h"

#include <string.h>

/* Number of records that a carrier takes at once: half of a small chunk. */
#define AT_ONCE 32

/* Numbers of slots of a carrier's table, powers of two. A table is at most half full. With the most slots, its records
 * take 4 MiB of the data file. */
#define LEAST_SLOTS 128u
#ifdef QP_SMALL
#define MOST_SLOTS 4096u
#else
#define MOST_SLOTS 131072u
#endif

/* Numbers of slots that are for totals of channels, and for the tags within a range of tags. The remaining slots are
 * for the shared totals of messages that have no totals of their own (key_of_others). */
#define MOST_TOTALS (MOST_SLOTS / 2 - MOST_SLOTS / 64)
#define MOST_TAGS   (MOST_SLOTS / 4)

/* Tags from here on share totals with the other tags of the same number of bits. Some programs count their messages in
 * the tag. */
#define FIRST_RANGE 4096

/* Beyond this number of channels, the log does not distinguish large tags either. */
#define MOST_CHANNELS 65536u

static struct qp_traffic_table *table_of(struct qp_tstate *tstate)
{
    return &qp_log_part_of(tstate)->traffic;
}

/* ---- the table ------------------------------------------------------------------------------------------- */

static uint32_t place_of(const struct qp_traffic_key *key, uint32_t capacity)
{
    uint64_t parts[3];
    _Static_assert(sizeof parts + sizeof(uint32_t) == sizeof *key, "the hash covers the whole key");
    uint32_t last;
    memcpy(parts, key, sizeof parts);
    memcpy(&last, (const char *)key + sizeof parts, sizeof last);
    uint64_t hash = (parts[0] ^ last) * 0x9e3779b97f4a7c15u;
    hash = (hash ^ hash >> 32 ^ parts[1]) * 0x9e3779b97f4a7c15u;
    hash = (hash ^ hash >> 32 ^ parts[2]) * 0x9e3779b97f4a7c15u;
    return (uint32_t)(hash >> 32) & (capacity - 1);
}

/* Return the slot of a key, or the free slot where it belongs. */
static struct qp_traffic *slot_of(const struct qp_traffic_table *table, const struct qp_traffic_key *key)
{
    for (uint32_t place = place_of(key, table->capacity);; place = (place + 1) & (table->capacity - 1)) {
        struct qp_traffic *slot = &table->slots[place];
        if (slot->channel == 0 || memcmp(&slot->key, key, sizeof *key) == 0)
            return slot;
    }
}

struct qp_traffic *qp_traffic_find(struct qp_tstate *tstate, const struct qp_traffic_key *key)
{
    const struct qp_traffic_table *table = table_of(tstate);
    if (table->capacity == 0)
        return NULL;
    struct qp_traffic *slot = slot_of(table, key);
    return slot->channel != 0 ? slot : NULL;
}

static int grow(struct qp_traffic_table *table)
{
    struct qp_traffic_table grown = *table;
    grown.capacity = table->capacity == 0 ? LEAST_SLOTS : 2 * table->capacity;
    grown.slots = grown.capacity <= MOST_SLOTS ? qp_memory_map(grown.capacity * sizeof *grown.slots) : NULL;
    if (!grown.slots)
        return -1;
    for (uint32_t i = 0; i < table->capacity; i++)
        if (table->slots[i].channel != 0)
            *slot_of(&grown, &table->slots[i].key) = table->slots[i];
    if (table->capacity > 0)
        qp_memory_unmap(table->slots, table->capacity * sizeof *table->slots);
    *table = grown;
    return 0;
}

/* ---- records --------------------------------------------------------------------------------------------- */

static struct qp_traffic_record *take_record(struct qp_tstate *tstate, const struct qp_traffic_key *key,
                                             uint32_t channel)
{
    struct qp_traffic_table *table = table_of(tstate);
    if (table->left == 0) {
        qp_cold_lock();
        table->next = qp_arena_take_shared(QP_KIND_TRAFFIC, AT_ONCE * sizeof *table->next);
        qp_cold_unlock();
        table->left = table->next ? AT_ONCE : 0;
    }
    if (table->left == 0)
        return NULL;
    table->left--;
    struct qp_traffic_record *record = table->next++;
    record->thread = qp_store_reference(qp_tstate_carrier(tstate, QP_VT)->record);
    record->node = key->node;
    record->location = key->location;
    record->channel = channel;
    record->direction = key->direction;
    record->size = key->size;
    qp_store_release(&record->published, 1); /* pairs with the reader's walk over records */
    return record;
}

uint32_t qp_traffic_channel(const struct qp_channel *channel)
{
    uint32_t handle = qp_channel_find(channel);
    if (handle != 0)
        return handle;
    qp_cold_lock();
    handle = qp_channel_make(channel);
    qp_cold_unlock();
    return handle;
}

/* Return the key of the totals to which a key's messages are added. */
static struct qp_traffic_key key_of_totals(const struct qp_traffic_key *key)
{
    struct qp_traffic_key wide = *key;
    if (key->channel.kind == QP_CHANNEL_MESSAGE && key->channel.tag >= FIRST_RANGE) {
        wide.channel.tag = 1 << (31 - __builtin_clz((unsigned)key->channel.tag));
        wide.channel.tag_range = 1;
    }
    return wide;
}

/* Return the key of the totals of all messages for which there is no room for totals of their own. They have the kind,
 * direction and size of the message. */
static struct qp_traffic_key key_of_others(const struct qp_traffic_key *key)
{
    const struct qp_channel others = {
        .peer = QP_PEER_NONE, .communicator = QP_COMMUNICATOR_OTHER, .kind = key->channel.kind};
    return (struct qp_traffic_key){.channel = others, .direction = key->direction, .size = key->size};
}

/* Return true if a table with fewer than `most` used slots has one more, or can grow. */
static bool has_room(struct qp_traffic_table *table, uint32_t most)
{
    return table->count < most && (2 * table->count < table->capacity || grow(table) == 0);
}

static struct qp_traffic *add(struct qp_traffic_table *table, const struct qp_traffic_key *key, uint32_t channel,
                              struct qp_traffic_record *record)
{
    struct qp_traffic *slot = slot_of(table, key);
    *slot = (struct qp_traffic){.key = *key, .channel = channel, .record = record};
    table->count++;
    return slot;
}

static struct qp_traffic *get_totals(struct qp_tstate *tstate, const struct qp_traffic_key *key, uint32_t most)
{
    struct qp_traffic *known = qp_traffic_find(tstate, key);
    if (known || !has_room(table_of(tstate), most))
        return known;
    uint32_t channel = qp_traffic_channel(&key->channel);
    struct qp_traffic_record *record = channel != 0 ? take_record(tstate, key, channel) : NULL;
    return record ? add(table_of(tstate), key, channel, record) : NULL;
}

/* Return the slot of a tag, which has the totals of its range, but may have a channel of its own. */
static struct qp_traffic *get_tag(struct qp_tstate *tstate, const struct qp_traffic_key *key,
                                  const struct qp_traffic_key *range, struct qp_traffic *totals)
{
    struct qp_traffic *known = qp_traffic_find(tstate, key);
    if (known)
        return known;
    struct qp_traffic_record *record = totals->record;
    uint32_t shared = totals->channel;
    if (!has_room(table_of(tstate), MOST_TAGS))
        return qp_traffic_find(tstate, range); /* the table may have grown */
    uint32_t channel = qp_channel_count() < MOST_CHANNELS ? qp_traffic_channel(&key->channel) : 0;
    return add(table_of(tstate), key, channel != 0 ? channel : shared, record);
}

struct qp_traffic *qp_traffic_get(struct qp_tstate *tstate, const struct qp_traffic_key *key)
{
    const struct qp_traffic_key wide = key_of_totals(key), others = key_of_others(key);
    struct qp_traffic *totals = get_totals(tstate, &wide, MOST_TOTALS);
    if (totals)
        return wide.channel.tag_range ? get_tag(tstate, key, &wide, totals) : totals;
    totals = get_totals(tstate, &others, MOST_SLOTS / 2);
    if (!totals)
        qp_diagnose(QP_VT, QP_DIAGNOSTIC_NO_ROOM, "totals of messages");
    return totals;
}

void qp_traffic_leave(struct qp_carrier *carrier)
{
    struct qp_traffic_table *table = &qp_log_part(carrier)->traffic;
    if (table->capacity > 0)
        qp_memory_unmap(table->slots, table->capacity * sizeof *table->slots);
    *table = (struct qp_traffic_table){0};
}
