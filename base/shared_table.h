/* shared_table.h - a hash table of pointers that any thread reads without a lock while one thread adds to it.
 *
 * The table uses open addressing and is at most half full. It only grows. An outgrown array of slots is not freed,
 * because threads may still read it; all outgrown arrays together are smaller than the current array. Any thread and
 * any signal handler may call qp_shared_table_find at any time. Only one thread at a time may call qp_shared_table_put.
 */
#pragma once

#include "base/atomic.h"
#include "base/hash.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct qp_shared_slots {
    uint64_t capacity; /* a power of two */
    void *slots[];
};

/* A table with slots = NULL is empty. */
struct qp_shared_table {
    uint64_t (*hash)(const void *entry);
    struct qp_shared_slots *slots;
    uint64_t count;
};

/* Return the entry for which `is_wanted` returns true, NULL if there is none. `hash` must be table->hash of the
 * wanted entry. The function is inline, so that the compiler inlines `is_wanted`, too. */
static inline void *qp_shared_table_find(const struct qp_shared_table *table, uint64_t hash,
                                         bool (*is_wanted)(const void *entry, const void *key), const void *key)
{
    const struct qp_shared_slots *in = qp_load_acquire(&table->slots); /* pairs with grow */
    if (!in)
        return NULL;
    for (uint64_t place = qp_hash_slot(hash, in->capacity);; place = (place + 1) & (in->capacity - 1)) {
        void *entry = qp_load_acquire(&in->slots[place]); /* pairs with put */
        if (!entry || is_wanted(entry, key))
            return entry;
    }
}

/* Make sure that the next call of qp_shared_table_put needs no memory. Return 0, or -1 if out of memory. */
int qp_shared_table_make_room(struct qp_shared_table *table);

/* Add a new entry. Return 0, or -1 if out of memory. */
int qp_shared_table_put(struct qp_shared_table *table, void *entry);

/* Call visit for each entry. */
void qp_shared_table_each(const struct qp_shared_table *table, void (*visit)(void *entry, void *data), void *data);
