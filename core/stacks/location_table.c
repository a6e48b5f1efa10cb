#include "core/stacks/location_table.h"

#include "base/atomic.h"
#include "base/attribute.h"
#include "base/hash.h"

#include <stdbool.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/resource.h>

/* The table has room for a million locations with 16 addresses each on average. This takes 193 MB of address space,
 * but memory only for the part in use. */
#define MOST      (1u << 20)
#define LEAST     (1u << 8)
#define ADDRESSES 16u

#define SLOTS     2u /* slots per location, so that the table is at most half full */

/* The lower half of a slot is a location's handle, and the upper half is the upper half of the location's hash. A
 * slot is filled once and never changes. */
struct table {
    uint32_t most;
    uint64_t count; /* number of handles given so far */
    uint64_t used;  /* number of words used in the pool */
    uint64_t *slots;
    struct qp_location_entry *entries; /* by handle */
    uint64_t *pool;
};

static struct table *table;

/* ---- the table -------------------------------------------------------------------------------------------- */

static uint64_t size_for(uint32_t most)
{
    return sizeof(struct table) +
           (most + 1) * (SLOTS * sizeof(uint64_t) + sizeof(struct qp_location_entry) + ADDRESSES * sizeof(uint64_t));
}

/* Map a table that takes at most 1/8 of the process's address space limit. */
static struct table *map_table(void)
{
    struct rlimit limit = {RLIM_INFINITY, RLIM_INFINITY};
    getrlimit(RLIMIT_AS, &limit);
    for (uint32_t most = MOST; most >= LEAST; most /= 2) {
        if (limit.rlim_cur != RLIM_INFINITY && size_for(most) > limit.rlim_cur / 8 && most > LEAST)
            continue;
        struct table *mapped =
            mmap(NULL, size_for(most), PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
        if (mapped == MAP_FAILED)
            continue;
        mapped->most = most;
        mapped->slots = (uint64_t *)(mapped + 1);
        mapped->entries = (struct qp_location_entry *)(mapped->slots + (uint64_t)most * SLOTS);
        mapped->pool = (uint64_t *)(mapped->entries + most + 1);
        return mapped;
    }
    return NULL;
}

static struct table *the_table(void)
{
    struct table *present = qp_load_acquire(&table);
    if (QP_LIKELY(present))
        return present;
    struct table *mapped = map_table();
    if (!mapped || __atomic_compare_exchange_n(&table, &present, mapped, 0, __ATOMIC_ACQ_REL, __ATOMIC_ACQUIRE))
        return mapped;
    munmap(mapped, size_for(mapped->most)); /* another thread has mapped a table meanwhile */
    return present;
}

/* ---- entries ------------------------------------------------------------------------------------------------ */

static uint64_t hash_of(const struct qp_location_entry *entry)
{
    uint64_t hash = entry->count > 0 ? qp_hash_bytes(entry->what, entry->count * sizeof(uint64_t))
                                     : qp_hash_key((uint64_t)(uintptr_t)entry->what ^ (uint64_t)entry->line << 48);
    return qp_hash_key(hash ^ (uint64_t)entry->node << 32 ^ entry->flags ^ (uint32_t)entry->line);
}

static bool is_equal(const struct qp_location_entry *a, const struct qp_location_entry *b)
{
    if (a->count != b->count || a->flags != b->flags || a->node != b->node || a->node_file != b->node_file ||
        a->line != b->line)
        return false;
    return a->count > 0 ? memcmp(a->what, b->what, a->count * sizeof(uint64_t)) == 0 : a->what == b->what;
}

#define NONE UINT64_MAX

/* Take `count` of the unused items. Return the index of the first item taken, or NONE if too few are unused. */
static uint64_t take(uint64_t *used, uint64_t count, uint64_t most)
{
    uint64_t first = qp_load_relaxed(used);
    do
        if (first + count > most)
            return NONE;
    while (!__atomic_compare_exchange_n(used, &first, first + count, 1, __ATOMIC_RELAXED, __ATOMIC_RELAXED));
    return first;
}

static const uint64_t *keep_addresses(struct table *in, const struct qp_location_entry *entry)
{
    uint64_t first = take(&in->used, entry->count, (uint64_t)in->most * ADDRESSES);
    return first == NONE ? NULL : memcpy(&in->pool[first], entry->what, entry->count * sizeof(uint64_t));
}

static uint32_t keep(struct table *in, const struct qp_location_entry *entry)
{
    const void *what = entry->count > 0 ? keep_addresses(in, entry) : entry->what;
    uint64_t taken = what ? take(&in->count, 1, in->most) : NONE;
    if (taken == NONE)
        return 0;
    uint32_t handle = (uint32_t)taken + 1;
    struct qp_location_entry *kept = &in->entries[handle];
    kept->flags = entry->flags;
    kept->count = entry->count;
    kept->node = entry->node;
    kept->node_file = entry->node_file;
    kept->line = entry->line;
    kept->what = what;
    qp_store_release(&kept->kept, 1); /* pairs with qp_location_table_at */
    return handle;
}

uint32_t qp_location_table_put(const struct qp_location_entry *entry)
{
    struct table *in = the_table();
    if (QP_UNLIKELY(!in))
        return 0;
    uint64_t hash = hash_of(entry);
    uint64_t mask = (uint64_t)in->most * SLOTS - 1;
    uint32_t own = 0;
    for (uint64_t i = hash & mask;; i = (i + 1) & mask) {
        uint64_t slot = qp_load_acquire(&in->slots[i]); /* pairs with the exchange below */
        if (slot == 0 && own == 0 && (own = keep(in, entry)) == 0)
            return 0;
        if (slot == 0 && __atomic_compare_exchange_n(&in->slots[i], &slot, (hash >> 32) << 32 | own, 0,
                                                     __ATOMIC_SEQ_CST, __ATOMIC_ACQUIRE))
            return own;
        if (slot >> 32 != hash >> 32 || !is_equal(&in->entries[(uint32_t)slot], entry))
            continue;
        return (uint32_t)slot; /* if this call has made an entry (`own`), it stays unused */
    }
}

struct qp_location_entry *qp_location_table_at(uint32_t handle)
{
    struct table *in = qp_load_acquire(&table);
    if (!in || handle == 0 || handle > in->most || !qp_load_acquire(&in->entries[handle].kept))
        return NULL;
    return &in->entries[handle];
}

uint32_t qp_location_table_count(void)
{
    struct table *in = qp_load_acquire(&table);
    return in ? (uint32_t)qp_load_relaxed(&in->count) : 0;
}
