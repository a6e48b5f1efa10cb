#include "base/memory.h"

#include "base/atomic.h"

#include <pthread.h>
#include <stdint.h>
#include <string.h>
#include <sys/mman.h>

#define ORDERS     40
#define SLAB_BYTES ((size_t)1 << 18)
#define HUGE_PAGE  ((size_t)2 << 20)

/* Head of a shadow stack. The order stays valid while the block is in the pool, because a thread state that still
 * refers to the stack may read it. */
struct head {
    uint64_t order_and_next; /* the lower 56 bits: address of the next block in the pool; the bits above: the order */
    uint64_t guard;
};

_Static_assert(sizeof(struct head) == QP_MEMORY_HEAD, "the header says where the frames begin");

static struct {
    pthread_mutex_t lock;
    struct head *blocks[QP_MEMORY_POOLS][ORDERS];
} pools = {.lock = PTHREAD_MUTEX_INITIALIZER};

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

void qp_memory_huge(void *memory, size_t size)
{
    if (size >= HUGE_PAGE)
        madvise(memory, size, MADV_HUGEPAGE);
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

/* ---- permanent memory -------------------------------------------------------------------------------------- */

size_t qp_memory_slab = SLAB_BYTES;

/* Blocks are taken from the newest slab by an atomic addition, without a lock. So a signal handler does not wait for
 * the thread that it interrupted, and a forked child does not wait for a thread that exists only in its parent. */
static struct slab {
    size_t used;
    size_t unused; /* padding, so that blocks begin at multiples of 16 bytes */
} * newest;

/* Allocate permanent memory. A block larger than a quarter of a slab is mapped separately. So less than a quarter of
 * a slab stays unused when a new slab replaces it. */
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

#define NEXT_BITS 56

static struct head *next_of(const struct head *head)
{
    return (struct head *)(uintptr_t)(head->order_and_next & (((uint64_t)1 << NEXT_BITS) - 1));
}

static void set_head(struct head *head, unsigned order, const struct head *next)
{
    qp_store_relaxed(&head->order_and_next, (uint64_t)order << NEXT_BITS | (uint64_t)(uintptr_t)next);
}

void *qp_memory_take(unsigned pool, unsigned order, bool *used)
{
    if (order >= ORDERS)
        return NULL;
    pthread_mutex_lock(&pools.lock);
    struct head *head = pools.blocks[pool][order];
    if (head)
        pools.blocks[pool][order] = next_of(head);
    pthread_mutex_unlock(&pools.lock);
    *used = head;
    if (!head)
        head = qp_memory_keep(sizeof *head + ((size_t)(16 + 8 * (pool % 2)) << order));
    if (!head)
        return NULL;
    set_head(head, order, NULL);
    return head + 1;
}

void qp_memory_recycle(unsigned pool, void *stack)
{
    if (!stack)
        return;
    struct head *head = (struct head *)stack - 1;
    unsigned order = qp_memory_order(stack);
    pthread_mutex_lock(&pools.lock);
    set_head(head, order, pools.blocks[pool][order]);
    pools.blocks[pool][order] = head;
    pthread_mutex_unlock(&pools.lock);
}

void qp_memory_forked(void)
{
    pools.lock = (pthread_mutex_t)PTHREAD_MUTEX_INITIALIZER;
}
