#include "core/log/channel.h"

#include "base/memory.h"
#include "base/shared_table.h"
#include "core/store/arena.h"
#include "core/store/store.h"

static uint64_t hash(const void *entry)
{
    const struct qp_channel_record *channel = entry;
    uint64_t pair = (uint64_t)(uint32_t)channel->peer << 32 | (uint32_t)channel->tag;
    uint64_t rest = (uint64_t)(uint32_t)channel->communicator << 32 | (uint32_t)channel->kind << 1 | channel->tag_range;
    return qp_hash_key(pair ^ qp_hash_key(rest));
}

static bool is_same(const void *entry, const void *wanted)
{
    const struct qp_channel_record *a = entry, *b = wanted;
    return a->peer == b->peer && a->tag == b->tag && a->communicator == b->communicator && a->kind == b->kind &&
           a->tag_range == b->tag_range;
}

static struct qp_shared_table channels = {.hash = hash};

static const struct qp_channel_record *find(const struct qp_channel_record *wanted)
{
    return qp_shared_table_find(&channels, hash(wanted), is_same, wanted);
}

static struct qp_channel_record record_of(const struct qp_channel *channel)
{
    return (struct qp_channel_record){.peer = channel->peer,
                                      .tag = channel->tag,
                                      .communicator = channel->communicator,
                                      .kind = channel->kind,
                                      .tag_range = channel->tag_range};
}

uint32_t qp_channel_find(const struct qp_channel *channel)
{
    const struct qp_channel_record wanted = record_of(channel);
    const struct qp_channel_record *known = find(&wanted);
    return known ? known->handle : 0;
}

uint32_t qp_channel_count(void)
{
    return (uint32_t)qp_load_relaxed(&channels.count);
}

/* ---- make: requires the cold lock ------------------------------------------------------------------------- */

uint32_t qp_channel_make(const struct qp_channel *channel)
{
    struct qp_channel_record wanted = record_of(channel);
    const struct qp_channel_record *known = find(&wanted);
    if (known)
        return known->handle;
    wanted.handle = (uint32_t)channels.count + 1;
    if (wanted.handle >= QP_EVENT_OBJECTS || qp_shared_table_make_room(&channels) != 0)
        return 0;
    struct qp_channel_record *kept = qp_memory_keep(sizeof *kept);
    if (!kept || (qp_store.header && !qp_arena_add(QP_KIND_CHANNEL, &wanted, sizeof wanted)))
        return 0;
    *kept = wanted;
    qp_shared_table_put(&channels, kept);
    return kept->handle;
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
