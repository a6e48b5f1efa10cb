#include "core/record/vthread.h"

#include "base/atomic.h"
#include "base/clock.h"
#include "base/hash.h"
#include "base/memory.h"
#include "core/store/arena.h"
#include "core/store/diagnose.h"
#include "core/record/context.h"
#include "core/record/occupy.h"
#include "core/record/reason.h"
#include "core/record/run.h"

#ifdef QP_SMALL
#define FIRST_CAPACITY 512 /* a page: the least that can be mapped */
#else
#define FIRST_CAPACITY 4096
#endif

/* Ended virtual threads that keep a record of their own, 64 bytes each; the others only add to their group. */
#define MOST_RETIRED 10000

/* A slot holds the tag (high half of the id's hash) above the context's reference. The tag also tells where the slot
 * would be best, so that no context is read when slots move. */
struct table {
    uint64_t capacity; /* a power of two; at most three quarters of the slots are in use */
    uint64_t slots[];
};

static struct registry {
    struct table *table;
    uint64_t live;
    uint32_t free; /* reference of a free context; its start has the next one, since no stale lane writes there */
    uint32_t retired;
} registries[QP_PRODUCTS];

static struct qp_arena contexts = {.kind = QP_KIND_CONTEXT};
static struct qp_arena retirements = {.kind = QP_KIND_RETIRED};

/* The slot is at its place or behind it, with no empty one in between. */
static uint64_t place_of(const struct table *table, uint64_t slot)
{
    return slot >> 32 & (table->capacity - 1);
}

static uint64_t *find_slot(struct table *table, uint64_t id, struct qp_context **found)
{
    uint64_t tag = qp_hash_key(id) >> 32;
    for (uint64_t at = place_of(table, tag << 32);; at = (at + 1) & (table->capacity - 1)) {
        uint64_t slot = qp_load_acquire(&table->slots[at]); /* pairs with put */
        if (slot == 0)
            return NULL;
        if (slot >> 32 != tag)
            continue;
        *found = qp_store_at((uint32_t)slot);
        if (qp_load_relaxed(&(*found)->virtual_id) == id && qp_load_relaxed(&(*found)->state) != QP_CONTEXT_FREE)
            return &table->slots[at];
    }
}

struct qp_context *qp_vthread_find(enum qp_product product, uint64_t id)
{
    struct table *table = qp_load_acquire(&registries[product].table); /* pairs with grow */
    struct qp_context *found = NULL;
    return table && find_slot(table, id, &found) ? found : NULL;
}

static void put(struct table *table, uint64_t slot)
{
    uint64_t at = place_of(table, slot);
    while (table->slots[at] != 0)
        at = (at + 1) & (table->capacity - 1);
    qp_store_release(&table->slots[at], slot);
}

/* Close the gap: the slots behind it that may move nearer to their place do, so that searches stay short however many
 * come and go. A search on its way may miss one that moves, and asks again with the lock. */
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

/* A table that was outgrown stays mapped for searches that are still in it, but its slots read as empty from now on and
 * take no memory; its first page, with the capacity, stays. */
static void empty_outgrown(struct table *old)
{
    const size_t page = 4096;
    qp_memory_forget((unsigned char *)old + page, table_size(old->capacity) - page);
}

static int grow(struct registry *registry)
{
    struct table *old = registry->table;
    uint64_t capacity = old ? old->capacity * 2 : FIRST_CAPACITY;
    struct table *table = qp_memory_map(table_size(capacity));
    if (!table)
        return -1;
    table->capacity = capacity;
    for (uint64_t i = 0; old && i < old->capacity; i++)
        if (old->slots[i] != 0)
            put(table, old->slots[i]);
    qp_store_release(&registry->table, table);
    if (old)
        empty_outgrown(old);
    return 0;
}

static struct qp_context *take_context(struct registry *registry, enum qp_product product)
{
    struct qp_context *context = registry->free == 0 ? NULL : qp_store_at(registry->free);
    if (context) {
        registry->free = (uint32_t)context->start;
    } else {
        context = qp_arena_take(&contexts, sizeof *context);
        if (!context)
            return NULL;
        context->product = (uint16_t)product;
    }
    return context;
}

/* Each field by itself: in a chain of assignments the compiler may take a value from the field before, where a stale
 * lane writes its carrier's number meanwhile. So 10 of 1,000 runs of stress.collide had a group 2, 3 or 4. */
static void begin(struct qp_context *context, enum qp_product product, uint64_t id)
{
    uint64_t now = qp_clock_read();
    bool measured = qp_runs[product].slow & QP_SLOW_MEASURED;
    qp_context_reset(context, QP_CONTEXT_VIRTUAL | (measured ? QP_CONTEXT_MEASURED : 0));
    context->client_id = 0;
    context->owner = 0;
    context->run = 0;
    context->name = 0;
    context->group = 0;
    context->parent = 0;
    context->epoch = 0;
    context->carrier = 0;
    context->start = now;
    context->since = now;
    qp_store_relaxed(&context->virtual_id, id);
    qp_store_relaxed(&context->state, QP_CONTEXT_RUNNABLE);
    qp_store_release(&context->published, 1); /* pairs with the reader's walk over contexts */
}

/* With the cold lock. */
static struct qp_context *make(struct registry *registry, enum qp_product product, uint64_t id)
{
    if ((!registry->table || (registry->live + 1) * 4 > registry->table->capacity * 3) && grow(registry) != 0)
        return NULL;
    struct qp_context *context = take_context(registry, product);
    if (!context) {
        qp_diagnose(product, QP_DIAGNOSTIC_NO_ROOM, "virtual thread %#llx", (unsigned long long)id);
        return NULL;
    }
    begin(context, product, id);
    put(registry->table, qp_hash_key(id) >> 32 << 32 | qp_store_reference(context));
    registry->live++;
    return context;
}

struct qp_context *qp_vthread_look_up(enum qp_product product, uint64_t id)
{
    struct qp_context *context = qp_vthread_find(product, id);
    if (context)
        return context;
    qp_cold_lock();
    context = qp_vthread_find(product, id); /* it was just made, or moved in the table */
    qp_cold_unlock();
    return context;
}

struct qp_context *qp_vthread_get(enum qp_product product, uint64_t id)
{
    struct qp_context *context = qp_vthread_find(product, id);
    if (context)
        return context;
    qp_cold_lock();
    context = qp_vthread_find(product, id);
    if (!context)
        context = make(&registries[product], product, id);
    qp_cold_unlock();
    return context;
}

static void keep_totals(struct registry *registry, enum qp_product product, const struct qp_context *context,
                        uint64_t tick)
{
    if (context->group != 0) {
        struct qp_group_record *group = qp_store_at(context->group);
        group->ended++;
        group->run += context->run;
    }
    struct qp_retired_record *record =
        registry->retired < MOST_RETIRED ? qp_arena_take(&retirements, sizeof *record) : NULL;
    if (!record)
        return;
    registry->retired++;
    record->product = product;
    record->virtual_id = context->virtual_id;
    record->client_id = context->client_id;
    record->name = context->name;
    record->group = context->group;
    record->start = context->start;
    record->end = tick;
    record->run = context->run;
    qp_store_release(&record->published, 1); /* pairs with the reader's walk over ended virtual threads */
}

void qp_vthread_end(enum qp_product product, struct qp_context *context, uint64_t tick)
{
    struct registry *registry = &registries[product];
    struct qp_context *found = NULL;
    uint64_t *slot = find_slot(registry->table, context->virtual_id, &found);
    if (!slot || found != context)
        return; /* another thread was faster */
    take_out(registry->table, (uint64_t)(slot - registry->table->slots));
    keep_totals(registry, product, context, tick);
    qp_store_relaxed(&context->state, QP_CONTEXT_FREE);
    qp_context_release(context);
    context->start = registry->free;
    registry->free = qp_store_reference(context);
    registry->live--;
}

void qp_vthread_each(enum qp_product product, void (*visit)(struct qp_context *context, void *data), void *data)
{
    const struct table *table = registries[product].table;
    for (uint64_t i = 0; table && i < table->capacity; i++)
        if (table->slots[i] != 0)
            visit(qp_store_at((uint32_t)table->slots[i]), data);
}

void qp_vthread_reset(enum qp_product product)
{
    struct registry *registry = &registries[product];
    for (uint64_t i = 0; registry->table && i < registry->table->capacity; i++)
        qp_store_relaxed(&registry->table->slots[i], 0);
    registry->live = 0;
    registry->free = registry->retired = 0;
}

void qp_vthread_reset_records(void)
{
    contexts = (struct qp_arena){.kind = QP_KIND_CONTEXT};
    retirements = (struct qp_arena){.kind = QP_KIND_RETIRED};
}
