#include "profile/log/event_blocks.h"

#include "base/order.h"
#include "format/array.h"

#include <string.h>
#include <unistd.h>

static bool add_block(struct qp_event_blocks *blocks, const struct qp_trace_block *header, struct qp_event_block block)
{
    const struct qp_profile *profile = blocks->profile;
    uint32_t thread = qp_array_find(profile->threads, profile->carrier_count, sizeof *profile->threads, header->thread);
    if (!header->published)
        return true;
    if (thread == QP_NONE || header->number == 0 || header->product >= QP_PRODUCTS) {
        qp_reader_damage(&blocks->profile->reader, "block %llu of the log belongs to no thread or library",
                         (unsigned long long)header->number);
        return true;
    }
    block.thread = thread;
    block.product = header->product;
    block.number = header->number;
    return QP_ARRAY_APPEND(&blocks->items, &blocks->count, block);
}

static bool load_small_blocks(struct qp_event_blocks *blocks)
{
    struct qp_reader *reader = &blocks->profile->reader;
    struct qp_walk walk = {.kind = QP_KIND_TRACE};
    struct qp_records records;
    while (qp_reader_next(reader, &walk, &records)) {
        if (records.size < sizeof(struct qp_trace_block))
            continue;
        const struct qp_trace_block *header = (const void *)records.bytes;
        struct qp_event_block block = {.reference = qp_reader_reference(reader, header),
                                       .size = (uint32_t)records.size};
        if (!add_block(blocks, header, block))
            return false;
    }
    return true;
}

static bool read_extent(const struct qp_reader *reader, uint32_t extent, void *bytes, size_t size)
{
    off_t offset = (off_t)extent * QP_EXTENT_SIZE + (off_t)sizeof(struct qp_chunk);
    return pread(reader->fd, bytes, size, offset) == (ssize_t)size;
}

static bool load_extents(struct qp_event_blocks *blocks)
{
    struct qp_reader *reader = &blocks->profile->reader;
    for (uint32_t i = 1; i < reader->extent_count; i++) {
        struct qp_trace_block header;
        struct qp_event_block block = {.extent = i, .size = QP_EXTENT_SIZE - sizeof(struct qp_chunk)};
        if (reader->extents[i].kind != QP_KIND_TRACE || reader->extents[i].window != 0)
            continue;
        if (!read_extent(reader, i, &header, sizeof header))
            qp_reader_damage(reader, "extent %u of the log is missing", i);
        else if (!add_block(blocks, &header, block))
            return false;
    }
    return true;
}

static int by_thread_and_number(const void *left, const void *right)
{
    const struct qp_event_block *a = left, *b = right;
    return QP_ORDER({a->thread, b->thread}, {a->product, b->product}, {a->number, b->number});
}

bool qp_event_blocks_load(struct qp_event_blocks *blocks, struct qp_profile *profile)
{
    *blocks = (struct qp_event_blocks){.profile = profile};
    bool ok = load_small_blocks(blocks) && load_extents(blocks);
    if (ok)
        qp_sort(blocks->items, blocks->count, sizeof *blocks->items, by_thread_and_number);
    return ok;
}

void qp_event_blocks_free(struct qp_event_blocks *blocks)
{
    free(blocks->items);
    *blocks = (struct qp_event_blocks){0};
}

bool qp_event_blocks_read(const struct qp_event_blocks *blocks, const struct qp_event_block *block, void *bytes,
                          struct qp_trace_block *header)
{
    const struct qp_reader *reader = &blocks->profile->reader;
    size_t words = block->size - sizeof *header;
    struct qp_trace_block after;
    if (block->extent == 0) {
        const struct qp_trace_block *small = qp_reader_at(reader, block->reference, block->size);
        if (!small)
            return false;
        memcpy(header, small, sizeof *header);
        memcpy(bytes, small + 1, words);
        memcpy(&after, small, sizeof after);
    } else {
        unsigned char whole[QP_EXTENT_SIZE];
        if (!read_extent(reader, block->extent, whole, block->size) ||
            !read_extent(reader, block->extent, &after, sizeof after))
            return false;
        memcpy(header, whole, sizeof *header);
        memcpy(bytes, whole + sizeof *header, words);
    }
    return header->published && after.published && header->number == block->number && after.number == block->number;
}
