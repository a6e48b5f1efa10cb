#include "core/store/window.h"

#include "format/record.h"

#include <errno.h>
#include <stddef.h>
#include <sys/mman.h>
#include <sys/resource.h>

#define LARGEST  ((uint64_t)32 << 30)
#define SMALLEST ((uint64_t)16 << 20)

static void exclude_from_fork(unsigned char *base, uint64_t size)
{
    madvise(base, size, MADV_DONTFORK);
    madvise(base, size, MADV_DONTDUMP);
}

unsigned char *qp_window_reserve(uint64_t *extents)
{
    struct rlimit limit;
    uint64_t size = LARGEST;
    if (getrlimit(RLIMIT_AS, &limit) == 0 && limit.rlim_cur != RLIM_INFINITY)
        while (size > limit.rlim_cur / 8 && size > SMALLEST)
            size /= 2;
    for (; size >= SMALLEST; size /= 2) {
        void *base = mmap(NULL, size, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
        if (base == MAP_FAILED)
            continue;
        exclude_from_fork(base, size);
        *extents = size / QP_EXTENT_SIZE;
        return base;
    }
    errno = ENOMEM;
    return NULL;
}

static int map_nothing(unsigned char *from, uint64_t size, int protection)
{
    const int flags = MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE | MAP_FIXED;
    return size > 0 && mmap(from, size, protection, flags, -1, 0) == MAP_FAILED ? -1 : 0;
}

int qp_window_empty(unsigned char *base, uint64_t extents, uint64_t used)
{
    uint64_t stale = used * QP_EXTENT_SIZE;
    uint64_t size = extents * QP_EXTENT_SIZE;
    int result = map_nothing(base, stale, PROT_READ | PROT_WRITE);
    map_nothing(base + stale, size - stale, PROT_NONE);
    exclude_from_fork(base, size);
    return result;
}
