#include "core/store/chunks.h"

#include "base/atomic.h"
#include "base/memory.h"
#include "core/store/store.h"

static void visit_extent(const struct qp_extent_entry *entry, enum qp_kind kind,
                         void (*visit)(struct qp_chunk *chunk, void *data), void *data)
{
    unsigned char *extent = qp_store.base + (uint64_t)entry->window * QP_EXTENT_SIZE;
    uint32_t step = entry->kind == QP_KIND_MIXED ? entry->chunk : QP_EXTENT_SIZE;
    for (uint32_t at = 0; at + step <= QP_EXTENT_SIZE; at += step) {
        struct qp_chunk *chunk = (struct qp_chunk *)(extent + at);
        if (qp_load_acquire(&chunk->kind) == (uint32_t)kind)
            visit(chunk, data);
    }
}

int qp_chunks_each(enum qp_kind kind, void (*visit)(struct qp_chunk *chunk, void *data), void *data)
{
    uint32_t room = qp_load_acquire(&qp_store.header->extent_count) + 64; /* other threads may take extents meanwhile */
    struct qp_extent_entry *entries = qp_memory_map(room * sizeof *entries);
    if (!entries)
        return -1;
    uint32_t count = qp_store_list(entries, room);
    for (uint32_t i = 1; i < count && count <= room; i++) {
        bool mixed = entries[i].kind == QP_KIND_MIXED && entries[i].chunk >= sizeof(struct qp_chunk);
        if (entries[i].window != 0 && (mixed || entries[i].kind == (uint32_t)kind))
            visit_extent(&entries[i], kind, visit, data);
    }
    qp_memory_unmap(entries, room * sizeof *entries);
    return count <= room ? 0 : -1;
}
