#include "core/log/channel.h"

#include "base/memory.h"
#include "base/shared_table.h"
#include "core/store/arena.h"
#include "core/store/store.h"

struct channel {
    uint32_t number;
    int peer;
    int tag;
    int communicator;
};

static uint64_t hash(const void *entry)
{
    const struct channel *channel = entry;
    uint64_t pair = (uint64_t)(uint32_t)channel->peer << 32 | (uint32_t)channel->tag;
    return qp_hash_key(pair ^ qp_hash_key((uint64_t)(uint32_t)channel->communicator));
}

static bool is_same(const void *entry, const void *wanted)
{
    const struct channel *a = entry, *b = wanted;
    return a->peer == b->peer && a->tag == b->tag && a->communicator == b->communicator;
}

static struct qp_shared_table channels = {.hash = hash};

static const struct channel *find(const struct channel *wanted)
{
    return qp_shared_table_find(&channels, hash(wanted), is_same, wanted);
}

uint32_t qp_channel_find(int peer, int tag, int communicator)
{
    const struct channel *channel = find(&(const struct channel){0, peer, tag, communicator});
    return channel ? channel->number : 0;
}

/* ---- make: requires the cold lock ------------------------------------------------------------------------- */

static int write_record(const struct channel *channel)
{
    if (!qp_store.header)
        return 0;
    struct qp_channel_record *record = qp_arena_take_shared(QP_KIND_CHANNEL, sizeof *record);
    if (!record)
        return -1;
    record->handle = channel->number;
    record->peer = channel->peer;
    record->tag = channel->tag;
    record->communicator = channel->communicator;
    qp_store_release(&record->published, 1); /* pairs with the reader's walk */
    return 0;
}

uint32_t qp_channel_make(int peer, int tag, int communicator)
{
    const struct channel wanted = {(uint32_t)channels.count + 1, peer, tag, communicator};
    const struct channel *known = find(&wanted);
    if (known)
        return known->number;
    if (wanted.number >= QP_EVENT_OBJECTS || qp_shared_table_make_room(&channels) != 0)
        return 0;
    struct channel *channel = qp_memory_keep(sizeof *channel);
    if (!channel || write_record(&wanted) != 0)
        return 0;
    *channel = wanted;
    qp_shared_table_put(&channels, channel);
    return channel->number;
}

static void write_entry(void *entry, void *data)
{
    (void)data;
    write_record(entry);
}

void qp_channel_write_all(void)
{
    qp_shared_table_each(&channels, write_entry, NULL);
}
