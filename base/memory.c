#include "base/memory.h"

#include "base/atomic.h"

#include <pthread.h>
#include <stdint.h>
#include <string.h>
#include <sys/mman.h>

#define SMALLEST   8 /* 256 bytes */
#define CLASSES    40
#define SLAB_BYTES ((size_t)1 << 18)

struct tail {
    void *next;
    void *unused;
};

_Static_assert(sizeof(struct tail) == QP_MEMORY_TAIL, "the header says what a user leaves alone");

static struct {
    pthread_mutex_t lock;
    void *blocks[QP_MEMORY_LAYOUTS][CLASSES];
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

/* ---- kept -------------------------------------------------------------------------------------------------- */

size_t qp_memory_slab = SLAB_BYTES;

/* Blocks are taken from the newest by an atomic addition alone. So nobody waits: no handler for what it interrupted,
 * no forked child for a thread that it has not. */
static struct slab {
    size_t used;
    size_t unused; /* blocks begin at multiples of 16 bytes */
} * newest;

/* Larger blocks have pages of their own, so that a slab is given up with less than a quarter left. */
void *qp_memory_keep(size_t size)
{
    size_t whole = (size + 15) / 16 * 16;
    if (whole < size || whole > qp_memory_slab / 4)
        return qp_memory_map(size);
    for (;;) {
        struct slab *slab = qp_load_acquire(&newest);
        size_t at = slab ? qp_add_relaxed(&slab->used, whole) : SLAB_BYTES;
        if (at + whole <= SLAB_BYTES)
            return (unsigned char *)slab + at;
        struct slab *next = qp_memory_map(SLAB_BYTES);
        if (!next)
            return NULL;
        next->used = sizeof *next;
        if (!__atomic_compare_exchange_n(&newest, &slab, next, 0, __ATOMIC_ACQ_REL, __ATOMIC_RELAXED))
            qp_memory_unmap(next, SLAB_BYTES);
    }
}

char *qp_memory_text(const char *text)
{
    size_t size = strlen(text) + 1;
    char *copy = qp_memory_keep(size);
    return copy ? memcpy(copy, text, size) : NULL;
}

/* ---- shadow stacks ----------------------------------------------------------------------------------------- */

static int class_of(size_t size)
{
    int class = SMALLEST;
    while (((size_t)1 << class) < size)
        class ++;
    return class;
}

static struct tail *tail_of(void *block, int class)
{
    return (struct tail *)((unsigned char *)block + ((size_t)1 << class)) - 1;
}

void *qp_memory_take(unsigned layout, size_t size)
{
    int class = class_of(size);
    if (class >= CLASSES)
        return NULL;
    pthread_mutex_lock(&pool.lock);
    void *block = pool.blocks[layout][class];
    if (block)
        pool.blocks[layout][class] = tail_of(block, class)->next;
    pthread_mutex_unlock(&pool.lock);
    return block ? block : qp_memory_keep((size_t)1 << class);
}

void qp_memory_recycle(unsigned layout, void *memory, size_t size)
{
    if (!memory)
        return;
    int class = class_of(size);
    pthread_mutex_lock(&pool.lock);
    tail_of(memory, class)->next = pool.blocks[layout][class];
    pool.blocks[layout][class] = memory;
    pthread_mutex_unlock(&pool.lock);
}

void qp_memory_forked(void)
{
    pool.lock = (pthread_mutex_t)PTHREAD_MUTEX_INITIALIZER;
}
