#include "core/store/signal_pool.h"

#include "base/atomic.h"
#include "core/store/arena.h"
#include "core/store/process.h"
#include "core/store/store.h"

static const enum qp_kind kinds[QP_SIGNAL_POOLS] = {QP_KIND_LOCATION, QP_KIND_ADDRESSES};

static void *take_from(struct qp_chunk *chunk, uint32_t size)
{
    uint32_t taken = qp_load_relaxed(&chunk->taken);
    do
        if (taken + size > chunk->size - sizeof *chunk)
            return NULL;
    while (!__atomic_compare_exchange_n(&chunk->taken, &taken, taken + size, 1, __ATOMIC_RELAXED, __ATOMIC_RELAXED));
    return (unsigned char *)(chunk + 1) + taken;
}

void *qp_signal_pool_take(enum qp_signal_pool pool, uint32_t size)
{
    for (int i = 0; i < 2; i++) {
        /* Pairs with qp_signal_pool_fill. */
        struct qp_chunk *chunk = qp_load_acquire(&qp_process->signal_pools[pool][i]);
        void *memory = chunk ? take_from(chunk, size) : NULL;
        if (memory)
            return memory;
    }
    return NULL;
}

static bool is_low(enum qp_signal_pool pool)
{
    struct qp_chunk *second = qp_load_acquire(&qp_process->signal_pools[pool][1]);
    return !second || qp_load_relaxed(&second->taken) != 0;
}

bool qp_signal_pool_is_low(void)
{
    return is_low(QP_SIGNAL_POOL_LOCATIONS) || is_low(QP_SIGNAL_POOL_ADDRESSES);
}

static struct qp_chunk *new_chunk(enum qp_signal_pool pool, uint32_t size)
{
    struct qp_arena arena = {.kind = kinds[pool]};
    unsigned char *memory = qp_arena_take(&arena, size - sizeof(struct qp_chunk));
    return memory ? (struct qp_chunk *)memory - 1 : NULL;
}

/* Return the size of a pool's next chunk. Only the fourth and later ones are whole extents, so that a run with few
 * locations stays small. */
static uint32_t next_size(struct qp_chunk *const chunks[2])
{
    if (!chunks[1])
        return QP_CHUNK_FIRST;
    return chunks[0] && chunks[0]->size >= QP_CHUNK_SMALL ? QP_EXTENT_SIZE : QP_CHUNK_SMALL;
}

static int fill(enum qp_signal_pool pool)
{
    struct qp_chunk **chunks = qp_process->signal_pools[pool];
    while (!chunks[0] || is_low(pool)) {
        struct qp_chunk *chunk = new_chunk(pool, next_size(chunks));
        if (!chunk)
            chunk = new_chunk(pool, QP_CHUNK_SMALL);
        if (!chunk)
            return -1;
        qp_store_release(&chunks[0], chunks[1]);
        qp_store_release(&chunks[1], chunk);
    }
    return 0;
}

int qp_signal_pool_fill(void)
{
    int locations = fill(QP_SIGNAL_POOL_LOCATIONS);
    return fill(QP_SIGNAL_POOL_ADDRESSES) == 0 ? locations : -1;
}

void qp_signal_pool_clear(void)
{
    for (int pool = 0; pool < QP_SIGNAL_POOLS; pool++)
        for (int i = 0; i < 2; i++)
            qp_store_release(&qp_process->signal_pools[pool][i], NULL);
}
