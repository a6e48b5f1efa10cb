#include "core/thread/index.h"

#include "base/memory.h"

#include <stddef.h>
#include <string.h>

#ifdef QP_SMALL
#define FIRST_CAPACITY 4
#else
#define FIRST_CAPACITY 256
#endif

/* Number of slots of the old table that each put moves. A table grows when it is half full. With 8 moves per put, a
 * quarter of the puts that lead to the next growth is enough to move all slots of the old table. */
#define MOVES 8

/* The search stops at `released`, because the slots before it are unmapped and their entries have been moved. */
uint32_t qp_index_get_old(const struct qp_index *index, uint32_t from, uint64_t method)
{
    const struct qp_index_table *old = &index->old;
    for (uint64_t place = qp_index_place(old, from, method); place >= index->released;
         place = (place + 1) & (old->capacity - 1)) {
        const struct qp_index_slot *slot = &old->slots[place];
        if (slot->to == 0 || (slot->from == from && slot->method == method))
            return slot->to;
    }
    return 0;
}

static void free_old(struct qp_index *index)
{
    qp_memory_unmap(index->old.slots + index->released,
                    (index->old.capacity - index->released) * sizeof *index->old.slots);
    index->old = (struct qp_index_table){NULL, 0};
    index->moved = index->released = 0;
}

/* Unmapping a table of half a gigabyte at once takes 25 ms, so moved slots are unmapped in pieces of 64 KiB. At
 * least 4096 slots before the next slot to move stay mapped, because a search that begins in them may continue to slots
 * that have not been moved. No search passes that many slots in a table that is at most half full. */
#define PIECE 4096

static void release_moved(struct qp_index *index)
{
    if (index->moved < index->released + 2 * PIECE)
        return;
    qp_memory_unmap(index->old.slots + index->released, PIECE * sizeof *index->old.slots);
    index->released += PIECE;
}

static void move_some(struct qp_index *index, uint64_t slots)
{
    struct qp_index_table *old = &index->old;
    for (; slots > 0 && index->moved < old->capacity; slots--, index->moved++) {
        const struct qp_index_slot *slot = &old->slots[index->moved];
        struct qp_index_slot *to = slot->to == 0 ? NULL : qp_index_find(&index->now, slot->from, slot->method);
        if (to && to->to == 0) /* otherwise the key has a newer reference, which stays */
            *to = *slot;
    }
    release_moved(index);
    if (old->capacity != 0 && index->moved == old->capacity)
        free_old(index);
}

static int grow(struct qp_index *index)
{
    move_some(index, index->old.capacity);
    uint64_t capacity = index->now.capacity == 0 ? FIRST_CAPACITY : index->now.capacity * 2;
    struct qp_index_slot *slots = qp_memory_map(capacity * sizeof *slots);
    if (!slots)
        return -1;
    index->old = index->now;
    index->moved = index->released = 0;
    index->now = (struct qp_index_table){slots, capacity};
    return 0;
}

int qp_index_put(struct qp_index *index, uint32_t from, uint64_t method, uint32_t to)
{
    if ((index->count + 1) * 2 > index->now.capacity && grow(index) != 0 &&
        (index->now.capacity == 0 || index->count + 1 >= index->now.capacity))
        return -1;
    move_some(index, MOVES);
    struct qp_index_slot *slot = qp_index_find(&index->now, from, method);
    index->count += slot->to == 0;
    *slot = (struct qp_index_slot){method, from, to};
    return 0;
}

void qp_index_fini(struct qp_index *index)
{
    qp_memory_unmap(index->now.slots, index->now.capacity * sizeof *index->now.slots);
    if (index->old.capacity != 0)
        free_old(index);
    memset(index, 0, sizeof *index);
}
