#include "core/store/shelf.h"

#include "base/atomic.h"
#include "core/store/arena.h"
#include "core/store/process.h"
#include "core/store/store.h"

static const enum qp_kind kinds[QP_SHELVES] = {QP_KIND_LOCATION, QP_KIND_ADDRESSES};

static void *take_from(struct qp_chunk *chunk, uint32_t size)
{
    uint32_t taken = qp_load_relaxed(&chunk->taken);
    do
        if (taken + size > chunk->size - sizeof *chunk)
            return NULL;
    while (!__atomic_compare_exchange_n(&chunk->taken, &taken, taken + size, 1, __ATOMIC_RELAXED, __ATOMIC_RELAXED));
    return (unsigned char *)(chunk + 1) + taken;
}

void *qp_shelf_take(enum qp_shelf shelf, uint32_t size)
{
    for (int i = 0; i < 2; i++) {
        struct qp_chunk *chunk = qp_load_acquire(&qp_process->shelves[shelf][i]); /* pairs with fill */
        void *memory = chunk ? take_from(chunk, size) : NULL;
        if (memory)
            return memory;
    }
    return NULL;
}

static bool is_low(enum qp_shelf shelf)
{
    struct qp_chunk *second = qp_load_acquire(&qp_process->shelves[shelf][1]);
    return !second || qp_load_relaxed(&second->taken) != 0;
}

bool qp_shelf_is_low(void)
{
    return is_low(QP_SHELF_LOCATIONS) || is_low(QP_SHELF_ADDRESSES);
}

/* The first two are small, so that a run with few locations stays so. */
static struct qp_chunk *new_chunk(enum qp_shelf shelf, bool grown)
{
    struct qp_arena arena = {.kind = kinds[shelf], .grown = grown};
    unsigned char *memory = qp_arena_take(&arena, (grown ? QP_EXTENT_SIZE : QP_CHUNK_SMALL) - sizeof(struct qp_chunk));
    return memory ? (struct qp_chunk *)memory - 1 : NULL;
}

static int fill(enum qp_shelf shelf)
{
    struct qp_chunk **chunks = qp_process->shelves[shelf];
    bool grown = chunks[1];
    if (is_low(shelf)) {
        struct qp_chunk *chunk = new_chunk(shelf, grown);
        if (!chunk && grown)
            chunk = new_chunk(shelf, false);
        if (!chunk)
            return -1;
        qp_store_release(&chunks[0], chunks[1]);
        qp_store_release(&chunks[1], chunk);
    }
    if (!chunks[0]) {
        struct qp_chunk *chunk = new_chunk(shelf, false);
        if (!chunk)
            return -1;
        qp_store_release(&chunks[0], chunk);
    }
    return 0;
}

int qp_shelf_fill(void)
{
    int locations = fill(QP_SHELF_LOCATIONS);
    return fill(QP_SHELF_ADDRESSES) == 0 ? locations : -1;
}

void qp_shelf_clear(void)
{
    for (int shelf = 0; shelf < QP_SHELVES; shelf++)
        for (int i = 0; i < 2; i++)
            qp_store_release(&qp_process->shelves[shelf][i], NULL);
}
