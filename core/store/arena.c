#include "core/store/arena.h"

#include "base/atomic.h"

#include <string.h>

static struct qp_arena shared[QP_KINDS];

/* Return the size of an arena's next chunk. The first two chunks are small, and later chunks are whole extents. All
 * chunks of an arena with a reserve are like the first. */
static uint64_t next_size(const struct qp_arena *arena, uint64_t need)
{
    uint32_t largest = arena->reserve != QP_RESERVE_NONE ? 0 : arena->largest;
    if (largest == 0 && need <= QP_CHUNK_FIRST)
        return QP_CHUNK_FIRST;
    if (largest <= QP_CHUNK_FIRST && need <= QP_CHUNK_SMALL)
        return QP_CHUNK_SMALL;
    return (need + QP_EXTENT_SIZE - 1) / QP_EXTENT_SIZE * QP_EXTENT_SIZE;
}

/* Take the next chunk of an arena. If there is no space for it, take a smaller one, because an extent that is divided
 * into small chunks may still have a free chunk. */
static struct qp_chunk *next_chunk(const struct qp_arena *arena, uint64_t need, uint64_t *size)
{
    *size = next_size(arena, need);
    struct qp_chunk *chunk = qp_store_take_chunk(arena, *size);
    while (!chunk && *size > QP_CHUNK_FIRST) {
        *size = *size > QP_CHUNK_SMALL ? QP_CHUNK_SMALL : QP_CHUNK_FIRST;
        if (need > *size)
            return NULL;
        chunk = qp_store_take_chunk(arena, *size);
    }
    return chunk;
}

static int refill(struct qp_arena *arena, uint64_t need)
{
    uint64_t size;
    struct qp_chunk *chunk = next_chunk(arena, need + sizeof(struct qp_chunk), &size);
    if (!chunk)
        return -1;
    arena->next = (unsigned char *)(chunk + 1);
    arena->end = (unsigned char *)chunk + size;
    if (size > arena->largest)
        arena->largest = (uint32_t)size;
    return 0;
}

void *qp_arena_take(struct qp_arena *arena, uint64_t size)
{
    size = (size + QP_UNIT - 1) / QP_UNIT * QP_UNIT;
    if ((uint64_t)(arena->end - arena->next) < size && refill(arena, size) != 0)
        return NULL;
    void *memory = arena->next;
    arena->next += size;
    return memory;
}

void *qp_arena_take_shared(enum qp_kind kind, uint64_t size)
{
    return qp_arena_take(&shared[kind], size);
}

void *qp_arena_add(enum qp_kind kind, const void *record, size_t size)
{
    const uint32_t *from = record;
    uint32_t *to = qp_store.header ? qp_arena_take_shared(kind, size) : NULL;
    if (!to)
        return NULL;
    memcpy(to + 1, from + 1, size - sizeof *to);
    qp_store_release(to, 1); /* pairs with the reader's walk over records */
    return to;
}

void qp_arena_reset_shared(void)
{
    for (uint32_t kind = 0; kind < QP_KINDS; kind++)
        shared[kind] = (struct qp_arena){.kind = kind};
    shared[QP_KIND_THREAD].reserve = shared[QP_KIND_ROOT].reserve = QP_RESERVE_THREADS;
}
