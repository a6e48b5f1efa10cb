#include "core/log/channel.h"

#include "base/atomic.h"
#include "base/hash.h"
#include "core/store/store.h"

#include <stdlib.h>

#ifdef QP_SMALL
#define FIRST_CAPACITY 2
#else
#define FIRST_CAPACITY 256
#endif

struct channel {
    uint32_t number;
    int peer;
    int tag;
    int communicator;
};

/* Open addressing, at most half full. A grown table leaves the old one behind for readers that are still in it: all the
 * old ones together are smaller than the one in use. */
struct table {
    uint64_t capacity;
    struct table *older;
    struct channel *slots[];
};

static struct table *current;
static uint32_t count;
static struct qp_arena records = {.kind = QP_KIND_CHANNEL};

static uint64_t place_of(const struct table *table, const struct channel *channel)
{
    uint64_t pair = (uint64_t)(uint32_t)channel->peer << 32 | (uint32_t)channel->tag;
    uint64_t hash = qp_hash_key(pair ^ qp_hash_key((uint64_t)(uint32_t)channel->communicator));
    return (hash >> 20) & (table->capacity - 1);
}

static int is_same(const struct channel *a, const struct channel *b)
{
    return a->peer == b->peer && a->tag == b->tag && a->communicator == b->communicator;
}

static const struct channel *find(const struct channel *wanted)
{
    const struct table *table = qp_load_acquire(&current); /* pairs with grow */
    if (table == NULL)
        return NULL;
    for (uint64_t place = place_of(table, wanted);; place = (place + 1) & (table->capacity - 1)) {
        const struct channel *channel = qp_load_acquire(&table->slots[place]); /* pairs with put */
        if (channel == NULL || is_same(channel, wanted))
            return channel;
    }
}

uint32_t qp_channel_find(int peer, int tag, int communicator)
{
    const struct channel *channel = find(&(const struct channel){0, peer, tag, communicator});
    return channel == NULL ? 0 : channel->number;
}

/* ---- make: with the cold lock ----------------------------------------------------------------------------- */

static void put(struct table *table, struct channel *channel)
{
    uint64_t place = place_of(table, channel);
    while (table->slots[place] != NULL)
        place = (place + 1) & (table->capacity - 1);
    qp_store_release(&table->slots[place], channel);
}

static int grow(void)
{
    struct table *old = current;
    uint64_t capacity = old == NULL ? FIRST_CAPACITY : old->capacity * 2;
    struct table *table = calloc(1, sizeof *table + capacity * sizeof(struct channel *));
    if (table == NULL)
        return -1;
    table->capacity = capacity;
    table->older = old; /* kept on purpose, also in the eyes of a leak checker */
    for (uint64_t i = 0; old != NULL && i < old->capacity; i++)
        if (old->slots[i] != NULL)
            put(table, old->slots[i]);
    qp_store_release(&current, table);
    return 0;
}

static int write_record(const struct channel *channel)
{
    if (qp_store.header == NULL)
        return 0;
    struct qp_channel_record *record = qp_arena_take(&records, sizeof *record);
    if (record == NULL)
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
    const struct channel wanted = {count + 1, peer, tag, communicator};
    const struct channel *known = find(&wanted);
    if (known != NULL)
        return known->number;
    if (count + 1 >= QP_EVENT_OBJECTS || ((current == NULL || (count + 1) * 2 > current->capacity) && grow() != 0))
        return 0;
    struct channel *channel = malloc(sizeof *channel);
    if (channel == NULL)
        return 0;
    *channel = wanted;
    if (write_record(channel) != 0) {
        free(channel);
        return 0;
    }
    put(current, channel);
    return ++count;
}

void qp_channel_write_all(void)
{
    records = (struct qp_arena){.kind = QP_KIND_CHANNEL};
    for (uint64_t i = 0; current != NULL && i < current->capacity; i++)
        if (current->slots[i] != NULL)
            write_record(current->slots[i]);
}
