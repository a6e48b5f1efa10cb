#include "core/vthread/vthread.h"

#include "base/atomic.h"
#include "base/clock.h"
#include "base/hash.h"
#include "base/memory.h"
#include "core/store/arena.h"
#include "core/store/diagnose.h"
#include "core/tree/context.h"
#include "core/thread/occupy.h"
#include "core/thread/reason.h"
#include "core/thread/run.h"
#include "core/tree/timeline.h"
#include "core/tree/times.h"

#include <sched.h>
#include <string.h>

/* Number of tables over which ids are spread, each with its own lock. So carriers that create or end virtual threads
 * at the same time seldom wait for each other, and an event that waits for a rehash waits only for the rehash of a 64th
 * of all ids. */
#define SHARDS 64

#ifdef QP_SMALL
#define FIRST_CAPACITY 16
#define BATCH          2
#else
#define FIRST_CAPACITY 256
#define BATCH          32 /* number of contexts that a carrier takes and gives back at once */
#endif

/* The upper half of a slot is the tag, which is the upper half of the id's hash. The lower half is the context's
 * reference. The tag also determines the slot's home position, so that no context is read when slots move. */
struct table {
    uint64_t capacity; /* a power of two; at most three quarters of the slots are in use */
    uint64_t slots[];
};

struct shard {
    struct table *table;
    uint64_t live;
    uint32_t lock; /* 1 = taken. A thread takes the lock only in an event. While it has the lock, it waits for
                    * nothing else */
} __attribute__((aligned(64)));

static struct shard shards[QP_PRODUCTS][SHARDS];

/* List of the free contexts that belong to no carrier: reference of the first context, guarded by the cold lock. A
 * free context stores the reference of the next free context in its id, since no stale thread state (context.h) writes
 * to the id. */
static uint32_t spare[QP_PRODUCTS];

static uint64_t tag_of(uint64_t id)
{
    return qp_hash_key(id) >> 32;
}

/* Choose the shard by the upper bits of the tag, since the lower bits give the position in the table. */
static struct shard *shard_of(enum qp_product product, uint64_t tag)
{
    return &shards[product][tag >> 26 & (SHARDS - 1)];
}

static void lock(struct shard *shard)
{
    while (qp_exchange(&shard->lock, 1) != 0)
        sched_yield();
}

static void unlock(struct shard *shard)
{
    qp_store_release(&shard->lock, 0);
}

/* ---- slots ------------------------------------------------------------------------------------------------- */

/* Return the home position of a slot's contents. The contents are stored at the home position or in a later slot,
 * with no empty slot in between. */
static uint64_t place_of(const struct table *table, uint64_t slot)
{
    return slot >> 32 & (table->capacity - 1);
}

static uint64_t *find_slot(struct table *table, uint64_t tag, uint64_t id, struct qp_context **found)
{
    for (uint64_t at = place_of(table, tag << 32);; at = (at + 1) & (table->capacity - 1)) {
        uint64_t slot = qp_load_acquire(&table->slots[at]); /* pairs with put */
        if (slot == 0)
            return NULL;
        if (slot >> 32 != tag)
            continue;
        *found = qp_store_at((uint32_t)slot);
        if (qp_vthread_is(*found, id))
            return &table->slots[at];
    }
}

static struct qp_context *find(const struct shard *shard, uint64_t tag, uint64_t id)
{
    struct table *table = qp_load_acquire(&shard->table); /* pairs with grow */
    struct qp_context *found = NULL;
    return table && find_slot(table, tag, id, &found) ? found : NULL;
}

struct qp_context *qp_vthread_find(enum qp_product product, uint64_t id)
{
    uint64_t tag = tag_of(id);
    return find(shard_of(product, tag), tag, id);
}

static void put(struct table *table, uint64_t slot)
{
    uint64_t at = place_of(table, slot);
    while (table->slots[at] != 0)
        at = (at + 1) & (table->capacity - 1);
    qp_store_release(&table->slots[at], slot);
}

/* Remove the contents of a slot and close the gap: contents of later slots move closer to their home position, so
 * searches stay short, however many virtual threads come and go. A concurrent search may miss contents that are moving;
 * callers then repeat the search with the lock. */
static void take_out(struct table *table, uint64_t gap)
{
    uint64_t mask = table->capacity - 1;
    for (uint64_t at = (gap + 1) & mask; table->slots[at] != 0; at = (at + 1) & mask) {
        if (((at - place_of(table, table->slots[at])) & mask) < ((at - gap) & mask))
            continue;
        qp_store_release(&table->slots[gap], table->slots[at]);
        gap = at;
    }
    qp_store_relaxed(&table->slots[gap], 0);
}

static size_t table_size(uint64_t capacity)
{
    return sizeof(struct table) + capacity * sizeof(uint64_t);
}

/* Free the memory of an outgrown table. The table stays mapped for searches that are still in it, but its slots read
 * as empty. The first page keeps its memory, because it contains the capacity. */
static void empty_outgrown(struct table *old)
{
    const size_t page = 4096;
    qp_memory_forget((unsigned char *)old + page, table_size(old->capacity) - page);
}

static int grow(struct shard *shard)
{
    struct table *old = shard->table;
    uint64_t capacity = old ? old->capacity * 2 : FIRST_CAPACITY;
    struct table *table = qp_memory_map(table_size(capacity));
    if (!table)
        return -1;
    table->capacity = capacity;
    for (uint64_t i = 0; old && i < old->capacity; i++)
        if (old->slots[i] != 0)
            put(table, old->slots[i]);
    qp_store_release(&shard->table, table);
    if (old)
        empty_outgrown(old);
    return 0;
}

/* ---- contexts ---------------------------------------------------------------------------------------------- */

static void add_free(struct qp_tstate_cold *cold, struct qp_context *context)
{
    qp_store_relaxed(&context->virtual_id, cold->free);
    cold->free = qp_store_reference(context);
    cold->free_count++;
}

static struct qp_context *take_free(struct qp_tstate_cold *cold)
{
    struct qp_context *context = cold->free == 0 ? NULL : qp_store_at(cold->free);
    if (context) {
        cold->free = (uint32_t)context->virtual_id;
        cold->free_count--;
    }
    return context;
}

/* Take a context that another carrier gave back, or a new one. */
static struct qp_context *take_one(enum qp_product product)
{
    struct qp_context *context = spare[product] == 0 ? NULL : qp_store_at(spare[product]);
    if (!context)
        return qp_arena_take_shared(QP_KIND_CONTEXT, sizeof *context);
    spare[product] = (uint32_t)context->virtual_id;
    return context;
}

static void take_batch(struct qp_tstate_cold *cold, enum qp_product product)
{
    struct qp_context *batch[BATCH];
    int count = 0;
    qp_cold_lock();
    while (count < BATCH && (batch[count] = take_one(product)))
        count++;
    qp_cold_unlock();
    while (count > 0) /* in reverse, so that the context made first is used first */
        add_free(cold, batch[--count]);
}

void qp_vthread_give_back(struct qp_tstate *tstate, enum qp_product product, uint32_t kept)
{
    struct qp_tstate_cold *cold = qp_tstate_cold(tstate, product);
    if (cold->free_count <= kept)
        return;
    qp_cold_lock();
    while (cold->free_count > kept) {
        struct qp_context *context = take_free(cold);
        qp_store_relaxed(&context->virtual_id, spare[product]);
        spare[product] = qp_store_reference(context);
    }
    qp_cold_unlock();
}

/* Write four fields of the context as one word, so that a reader sees all of them or none. */
static void publish(struct qp_context *context, enum qp_product product)
{
    const uint8_t fields[4] = {1, (uint8_t)product, QP_CONTEXT_RUNNABLE, context->flags};
    uint32_t word;
    memcpy(&word, fields, sizeof word);
    qp_store_release((uint32_t *)(void *)context, word); /* pairs with qp_vthread_is and with readers of the file */
}

/* Initialize a new context, each field in its own statement. In a chain of assignments (a = b = 0) the compiler may
 * read a value back from a field, although a stale thread state has written its carrier's number into this field
 * meanwhile. With such a chain, the group was 2, 3 or 4 instead of 0 in 10 of 1,000 runs of stress.collide. */
static bool begin(const struct qp_tstate_cold *cold, struct qp_context *context, enum qp_product product, uint64_t id,
                  uint64_t now)
{
    bool measured = qp_runs[product].slow & QP_SLOW_MEASURED;
    const struct qp_root *root = qp_store_at(cold->root);
    if (!qp_context_reset(context, product, QP_CONTEXT_VIRTUAL | (measured ? QP_CONTEXT_MEASURED : 0),
                          qp_store_at(root->node)))
        return false;
    qp_times_begin(context, cold->epoch, now);
    context->client_id = 0;
    qp_store_relaxed(&context->owner, 0);
    /* Atomic, since a late wake-up of the context's previous virtual thread may still write these fields. */
    qp_store_relaxed(&context->woken, 0);
    qp_store_relaxed(&context->waker, 0);
    qp_store_relaxed(&context->waker_context, 0);
    context->top = 0;
    context->name = 0;
    context->group = 0;
    context->named = 0;
    context->creator = 0;
    context->spawner = 0;
    context->resumer = 0;
    context->carrier = 0;
    qp_store_relaxed(&context->virtual_id, id);
    publish(context, product);
    return true;
}

/* Make a virtual thread. Call this with the shard's lock. */
static struct qp_context *make(struct shard *shard, struct qp_tstate_cold *cold, enum qp_product product, uint64_t id,
                               uint64_t tick)
{
    if ((!shard->table || (shard->live + 1) * 4 > shard->table->capacity * 3) && grow(shard) != 0)
        return NULL;
    struct qp_context *context = take_free(cold);
    if (!context || !begin(cold, context, product, id, tick)) {
        if (context)
            add_free(cold, context);
        qp_diagnose(product, QP_DIAGNOSTIC_NO_ROOM, "virtual thread %#llx", (unsigned long long)id);
        return NULL;
    }
    put(shard->table, tag_of(id) << 32 | qp_store_reference(context));
    shard->live++;
    return context;
}

/* Find a virtual thread without a lock, as qp_vthread_find does. Events of one virtual thread often follow each
 * other, so first try the virtual thread that was mounted before the current one and the virtual thread that was
 * created here last. */
static struct qp_context *find_fast(const struct qp_tstate_cold *cold, enum qp_product product, uint64_t id)
{
    if (qp_vthread_is(cold->before, id))
        return cold->before;
    return qp_vthread_is(cold->made, id) ? cold->made : qp_vthread_find(product, id);
}

struct qp_context *qp_vthread_look_up(struct qp_tstate *tstate, enum qp_product product, uint64_t id)
{
    struct qp_context *context = find_fast(qp_tstate_cold(tstate, product), product, id);
    if (context)
        return context;
    uint64_t tag = tag_of(id);
    struct shard *shard = shard_of(product, tag);
    lock(shard);
    context = find(shard, tag, id); /* search again, now with the lock: another thread may have made the context, or
                                     * moved its slot during the first search */
    unlock(shard);
    return context;
}

struct qp_context *qp_vthread_get(struct qp_tstate *tstate, enum qp_product product, uint64_t id, uint64_t tick)
{
    struct qp_tstate_cold *cold = qp_tstate_cold(tstate, product);
    struct qp_context *context = find_fast(cold, product, id);
    if (context)
        return context;
    uint64_t tag = tag_of(id);
    struct shard *shard = shard_of(product, tag);
    if (cold->free_count == 0)
        take_batch(cold, product);
    lock(shard);
    context = find(shard, tag, id);
    bool found = context;
    if (!found)
        context = make(shard, cold, product, id, tick != 0 ? tick : qp_clock_read());
    unlock(shard);
    if (found || !context)
        return context;
    qp_store_relaxed(&context->named, qp_load_relaxed(&tstate->mounted->named));
    cold->made = context;
    qp_timeline_create(tstate, product, context);
    return context;
}

bool qp_vthread_end(struct qp_tstate *tstate, enum qp_product product, struct qp_context *context)
{
    uint64_t tag = tag_of(context->virtual_id);
    struct shard *shard = shard_of(product, tag);
    struct qp_context *found = NULL;
    lock(shard);
    uint64_t *slot = shard->table ? find_slot(shard->table, tag, context->virtual_id, &found) : NULL;
    bool mine = slot && found == context;
    if (mine) {
        take_out(shard->table, (uint64_t)(slot - shard->table->slots));
        qp_store_relaxed(&context->state, QP_CONTEXT_FREE);
        shard->live--;
    }
    unlock(shard);
    if (!mine)
        return false;
    qp_context_shrink(context);
    add_free(qp_tstate_cold(tstate, product), context);
    if (qp_tstate_cold(tstate, product)->free_count > 2 * BATCH)
        qp_vthread_give_back(tstate, product, BATCH);
    return true;
}

void qp_vthread_each(enum qp_product product, void (*visit)(struct qp_context *context, void *data), void *data)
{
    for (int shard = 0; shard < SHARDS; shard++) {
        const struct table *table = shards[product][shard].table;
        for (uint64_t i = 0; table && i < table->capacity; i++)
            if (table->slots[i] != 0)
                visit(qp_store_at((uint32_t)table->slots[i]), data);
    }
}

void qp_vthread_reset(enum qp_product product)
{
    for (int i = 0; i < SHARDS; i++) {
        struct shard *shard = &shards[product][i];
        for (uint64_t slot = 0; shard->table && slot < shard->table->capacity; slot++)
            qp_store_relaxed(&shard->table->slots[slot], 0);
        shard->live = 0;
        qp_store_relaxed(&shard->lock, 0); /* a forked child may have inherited the lock while it was taken */
    }
    spare[product] = 0;
}
