/* shared_table.h - a hash table of pointers that any thread reads without a lock while one adds to it.
 *
 * Open addressing, at most half full. It only grows: an outgrown array of slots stays for readers that are still in it,
 * and all of those together are smaller than the one in use.
 *
 *           find  put, each
 *   find    ok    ok          any thread, signal handlers too
 *   put           one at a time
 */
#ifndef QP_BASE_SHARED_TABLE_H
#define QP_BASE_SHARED_TABLE_H

#include "base/atomic.h"
#include "base/hash.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct qp_shared_slots {
    uint64_t capacity; /* a power of two */
    void *slots[];
};

/* Begins with slots = NULL, which is empty. */
struct qp_shared_table {
    uint64_t (*hash)(const void *entry);
    struct qp_shared_slots *slots;
    uint64_t count;
};

/* The entry that is_wanted says is the one, NULL when there is none. hash is what hash(entry) gives for it. In line, so
 * that is_wanted is. */
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

/* Let the next put find memory. Returns 0, or -1 without. */
int qp_shared_table_make_room(struct qp_shared_table *table);

/* Add an entry that is not there yet. Returns 0, or -1 without memory. */
int qp_shared_table_put(struct qp_shared_table *table, void *entry);

/* Call visit for each entry. */
void qp_shared_table_each(const struct qp_shared_table *table, void (*visit)(void *entry, void *data), void *data);

#endif
