#include "core/store/counter_pages.h"

#include "base/atomic.h"
#include "base/memory.h"
#include "core/store/store.h"

#include <pthread.h>
#include <sys/mman.h>

/* Maximum number of extents in a span of pages. Each new span has four times as many extents as the span before, up
 * to this maximum. So the counters of 100,000 functions, 20 MiB, take 22 spans. */
#define MOST_EXTENTS 16u

struct span {
    unsigned char *memory;
    uint32_t extents;
    uint32_t number;   /* number of the span's first extent in the file, 0 = not in the file */
    struct span *next; /* span made before this one */
};

static struct pages {
    struct span *newest;
    unsigned char *next; /* unused part of the newest span */
    unsigned char *end;
} pages[QP_PRODUCTS];

static size_t size_of(const struct span *span)
{
    return (size_t)span->extents * QP_EXTENT_SIZE;
}

/* ---- in the file and out of it ----------------------------------------------------------------------------------- */

static void enter(struct span *span, enum qp_product product)
{
    if (span->number == 0)
        span->number = qp_store_adopt(QP_KIND_COUNTED, product, span->memory, span->extents);
}

void qp_counter_pages_enter(enum qp_product product)
{
    for (struct span *span = pages[product].newest; span; span = span->next)
        enter(span, product);
}

/* Copy counters to which the client's threads may be adding. */
static void copy_counters(uint64_t *to, const uint64_t *from, size_t words)
{
    for (size_t word = 0; word < words; word++)
        to[word] = qp_load_relaxed(&from[word]);
}

/* Move a span from the closed file to private memory. If out of memory, keep the pages of the file mapped, because
 * code that counts must still find its counters. The next run moves the span to its own file in any case. */
static void leave(struct span *span)
{
    void *copy = span->number == 0 ? NULL : qp_memory_map(size_of(span));
    span->number = 0;
    if (!copy)
        return;
    copy_counters(copy, (const uint64_t *)(const void *)span->memory, size_of(span) / sizeof(uint64_t));
    if (mremap(copy, size_of(span), size_of(span), MREMAP_MAYMOVE | MREMAP_FIXED, span->memory) == MAP_FAILED)
        qp_memory_unmap(copy, size_of(span));
}

void qp_counter_pages_leave(void)
{
    for (int product = 0; product < QP_PRODUCTS; product++)
        for (struct span *span = qp_load_acquire(&pages[product].newest); span; span = span->next)
            leave(span);
}

/* Install the fork handler when the library is loaded. A later call of pthread_atfork could deadlock: it may wait
 * for a fork of another thread, whose handlers may wait for a lock that this thread holds. */
__attribute__((constructor)) static void watch_forks(void)
{
    pthread_atfork(NULL, NULL, qp_counter_pages_leave);
}

/* ---- allocation -------------------------------------------------------------------------------------------------- */

static bool grow(struct pages *list, enum qp_product product, size_t size)
{
    uint32_t extents = list->newest ? list->newest->extents * 4 : 1;
    extents = extents < MOST_EXTENTS ? extents : MOST_EXTENTS;
    while ((size_t)extents * QP_EXTENT_SIZE < size)
        extents *= 2;
    struct span *span = qp_memory_keep(sizeof *span);
    unsigned char *memory = span ? qp_memory_map((size_t)extents * QP_EXTENT_SIZE) : NULL;
    if (!memory)
        return false;
    *span = (struct span){.memory = memory, .extents = extents, .next = list->newest};
    enter(span, product);
    qp_store_release(&list->newest, span); /* pairs with qp_counter_pages_leave in a forked child */
    list->next = memory;
    list->end = memory + size_of(span);
    return true;
}

unsigned char *qp_counter_pages_take(enum qp_product product, size_t size)
{
    struct pages *list = &pages[product];
    size = (size + 15) / 16 * 16;
    if ((size_t)(list->end - list->next) < size && !grow(list, product, size))
        return NULL;
    unsigned char *taken = list->next;
    list->next += size;
    return taken;
}

uint64_t qp_counter_pages_offset(enum qp_product product, const unsigned char *address)
{
    for (const struct span *span = pages[product].newest; span; span = span->next)
        if (address >= span->memory && address < span->memory + size_of(span))
            return span->number == 0 ? 0 : (uint64_t)span->number * QP_EXTENT_SIZE + (uint64_t)(address - span->memory);
    return 0;
}
