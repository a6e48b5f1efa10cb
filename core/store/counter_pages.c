#include "core/store/counter_pages.h"

#include "base/atomic.h"
#include "base/memory.h"
#include "core/store/store.h"

#include <pthread.h>
#include <string.h>
#include <sys/mman.h>

/* Each stretch of pages is larger than the one before, up to this: 20 MiB of counters, those of 100,000 functions, are
 * 22 stretches. */
#define MOST_EXTENTS 16u

struct stretch {
    unsigned char *memory;
    uint32_t extents;
    uint32_t number;      /* of its first extent in the file, 0 = it is not in the file */
    struct stretch *next; /* the one made before */
};

static struct pages {
    struct stretch *newest;
    unsigned char *next; /* what is left of it */
    unsigned char *end;
} pages[QP_PRODUCTS];

static size_t size_of(const struct stretch *stretch)
{
    return (size_t)stretch->extents * QP_EXTENT_SIZE;
}

/* ---- in the file and out of it ----------------------------------------------------------------------------------- */

static void enter(struct stretch *stretch, enum qp_product product)
{
    if (stretch->number == 0)
        stretch->number = qp_store_adopt(QP_KIND_COUNTED, product, stretch->memory, stretch->extents);
}

void qp_counter_pages_enter(enum qp_product product)
{
    for (struct stretch *stretch = pages[product].newest; stretch; stretch = stretch->next)
        enter(stretch, product);
}

/* Without memory they stay the file's, which is over: others would find no counters where they count. */
static void leave(struct stretch *stretch)
{
    void *copy = stretch->number == 0 ? NULL : qp_memory_map(size_of(stretch));
    if (!copy)
        return;
    memcpy(copy, stretch->memory, size_of(stretch));
    if (mremap(copy, size_of(stretch), size_of(stretch), MREMAP_MAYMOVE | MREMAP_FIXED, stretch->memory) == MAP_FAILED)
        qp_memory_unmap(copy, size_of(stretch));
    stretch->number = 0;
}

void qp_counter_pages_leave(void)
{
    for (int product = 0; product < QP_PRODUCTS; product++)
        for (struct stretch *stretch = qp_load_acquire(&pages[product].newest); stretch; stretch = stretch->next)
            leave(stretch);
}

/* At load, since pthread_atfork waits for a fork of another thread, whose signal handlers may wait for a lock that is
 * held here. */
__attribute__((constructor)) static void watch_forks(void)
{
    pthread_atfork(NULL, NULL, qp_counter_pages_leave);
}

/* ---- taking ------------------------------------------------------------------------------------------------------ */

static bool grow(struct pages *of, enum qp_product product, size_t size)
{
    uint32_t extents = of->newest ? of->newest->extents * 4 : 1;
    extents = extents < MOST_EXTENTS ? extents : MOST_EXTENTS;
    while ((size_t)extents * QP_EXTENT_SIZE < size)
        extents *= 2;
    struct stretch *stretch = qp_memory_keep(sizeof *stretch);
    unsigned char *memory = stretch ? qp_memory_map((size_t)extents * QP_EXTENT_SIZE) : NULL;
    if (!memory)
        return false;
    *stretch = (struct stretch){.memory = memory, .extents = extents, .next = of->newest};
    enter(stretch, product);
    qp_store_release(&of->newest, stretch); /* a fork of another thread walks them */
    of->next = memory;
    of->end = memory + size_of(stretch);
    return true;
}

unsigned char *qp_counter_pages_take(enum qp_product product, size_t size)
{
    struct pages *of = &pages[product];
    size = (size + 15) / 16 * 16;
    if ((size_t)(of->end - of->next) < size && !grow(of, product, size))
        return NULL;
    unsigned char *taken = of->next;
    of->next += size;
    return taken;
}

uint64_t qp_counter_pages_offset(enum qp_product product, const unsigned char *address)
{
    for (const struct stretch *stretch = pages[product].newest; stretch; stretch = stretch->next)
        if (address >= stretch->memory && address < stretch->memory + size_of(stretch))
            return stretch->number == 0
                       ? 0
                       : (uint64_t)stretch->number * QP_EXTENT_SIZE + (uint64_t)(address - stretch->memory);
    return 0;
}
