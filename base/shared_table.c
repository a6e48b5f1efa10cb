#include "base/shared_table.h"

#include "base/memory.h"

#ifdef QP_SMALL
#define FIRST_CAPACITY 2
#else
#define FIRST_CAPACITY 1024
#endif

static void put(struct qp_shared_slots *in, uint64_t hash, void *entry)
{
    uint64_t place = qp_hash_slot(hash, in->capacity);
    while (in->slots[place])
        place = (place + 1) & (in->capacity - 1);
    qp_store_release(&in->slots[place], entry);
}

static int grow(struct qp_shared_table *table)
{
    struct qp_shared_slots *old = table->slots;
    uint64_t capacity = old ? old->capacity * 2 : FIRST_CAPACITY;
    struct qp_shared_slots *grown = qp_memory_map(sizeof *grown + capacity * sizeof *grown->slots);
    if (!grown)
        return -1;
    grown->capacity = capacity;
    for (uint64_t i = 0; old && i < old->capacity; i++)
        if (old->slots[i])
            put(grown, table->hash(old->slots[i]), old->slots[i]);
    qp_store_release(&table->slots, grown);
    return 0;
}

int qp_shared_table_make_room(struct qp_shared_table *table)
{
    bool is_half_full = !table->slots || (table->count + 1) * 2 > table->slots->capacity;
    return is_half_full ? grow(table) : 0;
}

int qp_shared_table_put(struct qp_shared_table *table, void *entry)
{
    if (qp_shared_table_make_room(table) != 0)
        return -1;
    put(table->slots, table->hash(entry), entry);
    qp_store_relaxed(&table->count, table->count + 1); /* pairs with readers of the number without a lock */
    return 0;
}

void qp_shared_table_each(const struct qp_shared_table *table, void (*visit)(void *entry, void *data), void *data)
{
    const struct qp_shared_slots *in = table->slots;
    for (uint64_t i = 0; in && i < in->capacity; i++)
        if (in->slots[i])
            visit(in->slots[i], data);
}
