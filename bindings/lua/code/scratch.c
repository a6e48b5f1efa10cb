#include "bindings/lua/code/scratch.h"

#include <stdlib.h>
#include <sys/mman.h>

#define LARGE_PAGE ((size_t)2 << 20)

void *qlua_scratch(size_t size)
{
    if (size < 2 * LARGE_PAGE)
        return malloc(size);
    void *block = NULL;
    if (posix_memalign(&block, LARGE_PAGE, size) != 0)
        return NULL;
    madvise(block, size, MADV_HUGEPAGE); /* if this fails, the block has small pages */
    return block;
}
