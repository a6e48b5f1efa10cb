#include "bindings/jvm/throttle/table.h"

#include <sys/mman.h>

#include "bindings/jvm/runtime/java_part.h"

#define SIZE ((size_t)QJVM_TABLE_METHODS * sizeof(uint64_t))

static uint64_t *table; /* of its 128 MiB only the pages in use take memory */

bool qjvm_table_reset(void)
{
    if (table)
        return madvise(table, SIZE, MADV_DONTNEED) == 0; /* the pages are zeros again */
    void *mapped = mmap(NULL, SIZE, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    table = mapped == MAP_FAILED ? NULL : mapped;
    return table;
}

void qjvm_table_set(uint32_t method, uint64_t counters)
{
    if (method < QJVM_TABLE_METHODS)
        __atomic_store_n(&table[method], counters, __ATOMIC_RELEASE);
}

QJVM_NATIVE(jlong, QiiCalls, table)
{
    return (jlong)(uintptr_t)table;
}
