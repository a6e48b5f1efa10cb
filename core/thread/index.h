/* index.h - a carrier's hash index: from a reference and a method to another reference.
 *
 * The index contains the children of nodes with many children, the block arrays by root and method, the roots by epoch
 * and group, and the edges by waiting and waking node. It grows in steps: each put moves a few entries to the new
 * table. So no event waits for a whole rehash, which takes 20 ms with 2 million entries. Only the thread that owns the
 * carrier uses the index. A zeroed struct is an empty index. */
#pragma once

#include "base/hash.h"

#include <stdint.h>

struct qp_index_slot {
    uint64_t method;
    uint32_t from;
    uint32_t to; /* 0 = empty slot */
};

struct qp_index_table {
    struct qp_index_slot *slots;
    uint64_t capacity; /* 0 or a power of two */
};

struct qp_index {
    struct qp_index_table now;
    struct qp_index_table old; /* previous table, whose entries are being moved to `now`; capacity 0 = none */
    uint64_t count;
    uint64_t moved;    /* number of slots of `old` whose entries have been moved */
    uint64_t released; /* number of slots of `old` that have been unmapped */
};

static inline uint64_t qp_index_place(const struct qp_index_table *table, uint32_t from, uint64_t method)
{
    return (qp_hash_key(method * 0xff51afd7ed558ccdu + from) >> 24) & (table->capacity - 1);
}

/* Return the slot of a key, or the empty slot where the key belongs. This is inline because each call made by a
 * function with many callees searches here. */
static inline struct qp_index_slot *qp_index_find(const struct qp_index_table *table, uint32_t from, uint64_t method)
{
    uint64_t mask = table->capacity - 1;
    uint64_t place = qp_index_place(table, from, method);
    while (table->slots[place].to != 0 && (table->slots[place].from != from || table->slots[place].method != method))
        place = (place + 1) & mask;
    return &table->slots[place];
}

/* Return the reference stored for the key in the table `old`, 0 if there is none. */
uint32_t qp_index_get_old(const struct qp_index *index, uint32_t from, uint64_t method);

/* Return the reference stored for the key, 0 if there is none. */
static inline uint32_t qp_index_get(const struct qp_index *index, uint32_t from, uint64_t method)
{
    uint32_t to = index->now.capacity == 0 ? 0 : qp_index_find(&index->now, from, method)->to;
    return to != 0 || index->old.capacity == 0 ? to : qp_index_get_old(index, from, method);
}

/* Store this reference for the key, replacing any earlier one. Return 0, or -1 if out of memory. */
int qp_index_put(struct qp_index *index, uint32_t from, uint64_t method, uint32_t to);

/* An entry with the reference 0 would read as an empty slot, so a removed entry has this reference instead. If
 * entries may be removed, write them with qp_index_set and read them with qp_index_get_set, where 0 means removed. */
#define QP_INDEX_GONE UINT32_MAX

static inline int qp_index_set(struct qp_index *index, uint32_t from, uint64_t method, uint32_t to)
{
    return qp_index_put(index, from, method, to == 0 ? QP_INDEX_GONE : to);
}

static inline uint32_t qp_index_get_set(const struct qp_index *index, uint32_t from, uint64_t method)
{
    uint32_t to = qp_index_get(index, from, method);
    return to == QP_INDEX_GONE ? 0 : to;
}

void qp_index_fini(struct qp_index *index);
