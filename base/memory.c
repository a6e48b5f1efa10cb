#include "base/memory.h"

#include <pthread.h>
#include <stdint.h>
#include <sys/mman.h>

#define SMALLEST   8 /* 256 bytes */
#define CLASSES    40
#define SLAB_BYTES ((size_t)1 << 18)

/* The link of a free block lies in its tail, which no user writes: a stale user (a shadow stack that was taken over)
 * may still write the rest. */
struct tail {
    void *next;
    void *unused;
};

_Static_assert(sizeof(struct tail) == QP_MEMORY_TAIL, "the header says what a user leaves alone");

static struct {
    pthread_mutex_t lock;
    void *blocks[CLASSES];
    unsigned char *slab;
    size_t slab_left;
} pool = {.lock = PTHREAD_MUTEX_INITIALIZER};

void *qp_memory_map(size_t size)
{
    void *memory = mmap(NULL, size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    return memory == MAP_FAILED ? NULL : memory;
}

void qp_memory_unmap(void *memory, size_t size)
{
    if (memory)
        munmap(memory, size);
}

void qp_memory_forget(void *memory, size_t size)
{
    madvise(memory, size, MADV_DONTNEED);
}

void *qp_memory_wiped(size_t size)
{
    void *memory = qp_memory_map(size);
    if (memory && madvise(memory, size, MADV_WIPEONFORK) != 0) {
        munmap(memory, size);
        return NULL;
    }
    return memory;
}

static int class_of(size_t size)
{
    int class = SMALLEST;
    while (((size_t)1 << class) < size)
        class ++;
    return class;
}

static void *carve(size_t size)
{
    if (size >= SLAB_BYTES)
        return qp_memory_map(size);
    if (pool.slab_left < size) {
        pool.slab = qp_memory_map(SLAB_BYTES);
        pool.slab_left = pool.slab ? SLAB_BYTES : 0;
        if (!pool.slab)
            return NULL;
    }
    void *memory = pool.slab;
    pool.slab += size;
    pool.slab_left -= size;
    return memory;
}

static struct tail *tail_of(void *block, int class)
{
    return (struct tail *)((unsigned char *)block + ((size_t)1 << class)) - 1;
}

void *qp_memory_take(size_t size)
{
    int class = class_of(size);
    if (class >= CLASSES)
        return NULL;
    pthread_mutex_lock(&pool.lock);
    void *block = pool.blocks[class];
    if (block)
        pool.blocks[class] = tail_of(block, class)->next;
    else
        block = carve((size_t)1 << class);
    pthread_mutex_unlock(&pool.lock);
    return block;
}

void qp_memory_recycle(void *memory, size_t size)
{
    if (!memory)
        return;
    int class = class_of(size);
    pthread_mutex_lock(&pool.lock);
    tail_of(memory, class)->next = pool.blocks[class];
    pool.blocks[class] = memory;
    pthread_mutex_unlock(&pool.lock);
}

void qp_memory_forked(void)
{
    pool.lock = (pthread_mutex_t)PTHREAD_MUTEX_INITIALIZER;
}
