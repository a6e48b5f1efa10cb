#include "core/log/channel.h"

#include "base/memory.h"
#include "base/shared_table.h"
#include "core/store/arena.h"
#include "core/store/store.h"

static uint64_t hash(const void *entry)
{
    const struct qp_channel_record *channel = entry;
    uint64_t pair = (uint64_t)(uint32_t)channel->peer << 32 | (uint32_t)channel->tag;
    return qp_hash_key(pair ^ qp_hash_key((uint64_t)(uint32_t)channel->communicator));
}

static bool is_same(const void *entry, const void *wanted)
{
    const struct qp_channel_record *a = entry, *b = wanted;
    return a->peer == b->peer && a->tag == b->tag && a->communicator == b->communicator;
}

static struct qp_shared_table channels = {.hash = hash};

static const struct qp_channel_record *find(const struct qp_channel_record *wanted)
{
    return qp_shared_table_find(&channels, hash(wanted), is_same, wanted);
}

uint32_t qp_channel_find(int peer, int tag, int communicator)
{
    const struct qp_channel_record wanted = {.peer = peer, .tag = tag, .communicator = communicator};
    const struct qp_channel_record *channel = find(&wanted);
    return channel ? channel->handle : 0;
}

/* ---- make: requires the cold lock ------------------------------------------------------------------------- */

uint32_t qp_channel_make(int peer, int tag, int communicator)
{
    const struct qp_channel_record wanted = {
        .handle = (uint32_t)channels.count + 1, .peer = peer, .tag = tag, .communicator = communicator};
    const struct qp_channel_record *known = find(&wanted);
    if (known)
        return known->handle;
    if (wanted.handle >= QP_EVENT_OBJECTS || qp_shared_table_make_room(&channels) != 0)
        return 0;
    struct qp_channel_record *channel = qp_memory_keep(sizeof *channel);
    if (!channel || (qp_store.header && !qp_arena_add(QP_KIND_CHANNEL, &wanted, sizeof wanted)))
        return 0;
    *channel = wanted;
    qp_shared_table_put(&channels, channel);
    return channel->handle;
}

static void write_entry(void *entry, void *data)
{
    (void)data;
    qp_arena_add(QP_KIND_CHANNEL, entry, sizeof(struct qp_channel_record));
}

void qp_channel_write_all(void)
{
    qp_shared_table_each(&channels, write_entry, NULL);
}
