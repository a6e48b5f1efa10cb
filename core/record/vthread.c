#include "core/record/vthread.h"

#include "base/atomic.h"
#include "base/clock.h"
#include "base/hash.h"
#include "base/memory.h"
#include "core/store/arena.h"
#include "core/store/diagnose.h"
#include "core/store/process.h"
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

/* A slot holds the tag (high half of the id's hash) above the context's reference; a removed one keeps the chain whole.
 */
#define REMOVED 1u

struct table {
    uint64_t capacity; /* a power of two; at most three quarters of the slots are filled */
    uint64_t slots[];
};

static struct registry {
    struct table *table;
    struct table *spare; /* of the same size, when removed slots made a rehash: the two take turns */
    uint64_t live;
    uint64_t filled; /* with the removed ones */
    uint32_t free;   /* reference of a free context; more by its start, which no stale lane writes */
    uint32_t retired;
} registries[QP_PRODUCTS];

static struct qp_arena contexts = {.kind = QP_KIND_CONTEXT};
static struct qp_arena retirements = {.kind = QP_KIND_RETIRED};

static uint32_t tag_of(uint64_t hash)
{
    return (uint32_t)(hash >> 32);
}

static uint64_t *find_slot(struct table *table, uint64_t id, struct qp_context **found)
{
    uint64_t hash = qp_hash_key(id);
    uint64_t mask = table->capacity - 1;
    for (uint64_t place = (hash >> 20) & mask;; place = (place + 1) & mask) {
        uint64_t slot = qp_load_acquire(&table->slots[place]); /* pairs with put */
        uint32_t reference = (uint32_t)slot;
        if (slot == 0)
            return NULL;
        if (reference == REMOVED || (uint32_t)(slot >> 32) != tag_of(hash))
            continue;
        *found = qp_store_at(reference);
        if (qp_load_relaxed(&(*found)->virtual_id) == id && qp_load_relaxed(&(*found)->state) != QP_CONTEXT_FREE)
            return &table->slots[place];
    }
}

struct qp_context *qp_vthread_find(enum qp_product product, uint64_t id)
{
    struct table *table = qp_load_acquire(&registries[product].table); /* pairs with rehash */
    struct qp_context *found = NULL;
    return table && find_slot(table, id, &found) ? found : NULL;
}

static void put(struct table *table, uint64_t id, uint32_t reference)
{
    uint64_t hash = qp_hash_key(id);
    uint64_t mask = table->capacity - 1;
    uint64_t place = (hash >> 20) & mask;
    while (table->slots[place] != 0)
        place = (place + 1) & mask;
    qp_store_release(&table->slots[place], (uint64_t)tag_of(hash) << 32 | reference);
}

static size_t table_size(uint64_t capacity)
{
    return sizeof(struct table) + capacity * sizeof(uint64_t);
}

static struct table *target_of(struct registry *registry)
{
    uint64_t capacity = registry->table ? registry->table->capacity : FIRST_CAPACITY;
    if (registry->table && registry->live * 8 > capacity * 3)
        capacity *= 2;
    struct table *target = registry->spare;
    if (!target || target->capacity != capacity) {
        target = qp_memory_map(table_size(capacity));
        if (!target)
            return NULL;
        target->capacity = capacity;
    }
    for (uint64_t i = 0; i < capacity; i++)
        qp_store_relaxed(&target->slots[i], 0);
    return target;
}

/* A table that was outgrown stays mapped for readers that are still in it, but its slots read as empty from now on and
 * take no memory; its first page, with the capacity, stays. */
static void empty_outgrown(struct registry *registry)
{
    const size_t page = 4096;
    qp_memory_forget((unsigned char *)registry->spare + page, table_size(registry->spare->capacity) - page);
    registry->spare = NULL;
}

static int rehash(struct registry *registry)
{
    struct table *old = registry->table;
    struct table *target = target_of(registry);
    if (!target)
        return -1;
    for (uint64_t i = 0; old && i < old->capacity; i++) {
        uint32_t reference = (uint32_t)old->slots[i];
        if (reference > REMOVED)
            put(target, ((struct qp_context *)qp_store_at(reference))->virtual_id, reference);
    }
    registry->filled = registry->live;
    registry->spare = old;
    qp_store_release(&registry->table, target);
    if (old && old->capacity < target->capacity)
        empty_outgrown(registry);
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
    context->flags = QP_CONTEXT_VIRTUAL;
    qp_context_reset(context, (qp_runs[product].slow & QP_SLOW_MEASURED) != 0);
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
    if ((!registry->table || (registry->filled + 1) * 4 > registry->table->capacity * 3) && rehash(registry) != 0)
        return NULL;
    struct qp_context *context = take_context(registry, product);
    if (!context) {
        qp_diagnose(product, QP_DIAGNOSTIC_NO_ROOM, "virtual thread %#llx", (unsigned long long)id);
        return NULL;
    }
    begin(context, product, id);
    put(registry->table, id, qp_store_reference(context));
    registry->live++;
    registry->filled++;
    return context;
}

struct qp_context *qp_vthread_get(enum qp_product product, uint64_t id)
{
    struct qp_context *context = qp_vthread_find(product, id);
    if (context)
        return context;
    qp_cold_lock();
    context = qp_vthread_find(product, id); /* another thread may have been faster */
    if (!context)
        context = make(&registries[product], product, id);
    qp_cold_unlock();
    return context;
}

/* At the end of a chain nothing lies behind the slot, and the removed ones before it: so virtual threads that come and
 * go leave no slots that a rehash must clear. */
static void empty(struct registry *registry, uint64_t place)
{
    struct table *table = registry->table;
    uint64_t mask = table->capacity - 1;
    qp_store_relaxed(&table->slots[place], REMOVED);
    if (table->slots[(place + 1) & mask] != 0)
        return;
    for (; table->slots[place] == REMOVED; place = (place - 1) & mask) {
        qp_store_relaxed(&table->slots[place], 0);
        registry->filled--;
    }
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
    empty(registry, (uint64_t)(slot - registry->table->slots));
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
        if ((uint32_t)table->slots[i] > REMOVED)
            visit(qp_store_at((uint32_t)table->slots[i]), data);
}

void qp_vthread_reset(enum qp_product product)
{
    struct registry *registry = &registries[product];
    for (uint64_t i = 0; registry->table && i < registry->table->capacity; i++)
        qp_store_relaxed(&registry->table->slots[i], 0);
    registry->live = registry->filled = 0;
    registry->free = registry->retired = 0;
}

void qp_vthread_reset_records(void)
{
    contexts = (struct qp_arena){.kind = QP_KIND_CONTEXT};
    retirements = (struct qp_arena){.kind = QP_KIND_RETIRED};
}
