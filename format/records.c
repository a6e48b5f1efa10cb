/* records.c - the content of a data file's extents (reader.h): chunks, records, tables, texts. */
#include "format/reader.h"

#include "base/atomic.h"

/* Return how many bytes follow a position in the window before the next hole, at most `wanted`. */
static size_t bytes_there(const struct qp_reader *reader, uint32_t place, size_t wanted)
{
    size_t there = QP_EXTENT_SIZE;
    while (there < wanted && place + there / QP_EXTENT_SIZE < reader->window_extents &&
           reader->placed[place + there / QP_EXTENT_SIZE])
        there += QP_EXTENT_SIZE;
    return there < wanted ? there : wanted;
}

/* Find the chunk at an offset of an extent, if the chunk is of the walk's kind. Set *step to the distance to the
 * next chunk. */
static bool chunk_at(struct qp_reader *reader, const struct qp_walk *walk, size_t *step, struct qp_records *records)
{
    const struct qp_extent_entry *entry = &reader->extents[walk->extent];
    bool mixed = entry->kind == QP_KIND_MIXED;
    size_t place = (size_t)entry->window * QP_EXTENT_SIZE + walk->offset;
    const struct qp_chunk *chunk = (const struct qp_chunk *)(reader->window + place);
    uint32_t kind = qp_load_acquire(&chunk->kind);
    size_t size = chunk->size;

    *step = mixed ? entry->chunk : QP_EXTENT_SIZE;
    if (kind != (uint32_t)walk->kind)
        return false;
    size_t room = mixed ? QP_EXTENT_SIZE - walk->offset : bytes_there(reader, entry->window, size);
    if (mixed && room > entry->chunk)
        room = entry->chunk;
    if (size < sizeof *chunk || size > room) {
        qp_reader_damage(reader, "a chunk in extent %u claims %zu bytes", walk->extent, size);
        size = room;
    }
    if (size <= sizeof *chunk)
        return false;
    records->bytes = (const unsigned char *)chunk + sizeof *chunk;
    records->size = size - sizeof *chunk;
    return true;
}

static bool chunk_size_is_valid(const struct qp_extent_entry *entry)
{
    return entry->chunk > sizeof(struct qp_chunk) && entry->chunk <= QP_EXTENT_SIZE && entry->chunk % QP_UNIT == 0;
}

bool qp_reader_next(struct qp_reader *reader, struct qp_walk *walk, struct qp_records *records)
{
    for (; walk->extent < reader->extent_count; walk->extent++, walk->offset = 0) {
        const struct qp_extent_entry *entry = &reader->extents[walk->extent];
        bool mixed = entry->kind == QP_KIND_MIXED;
        if (walk->extent == 0 || entry->window == 0 || !(mixed || entry->kind == (uint32_t)walk->kind))
            continue;
        if (mixed && !chunk_size_is_valid(entry)) {
            qp_reader_damage(reader, "extent %u has chunks of %u bytes", walk->extent, entry->chunk);
            continue;
        }
        while (walk->offset + sizeof(struct qp_chunk) <= QP_EXTENT_SIZE) {
            size_t step;
            bool found = chunk_at(reader, walk, &step, records);
            walk->offset += (uint32_t)step;
            if (found)
                return true;
        }
    }
    return false;
}

void qp_reader_take(struct qp_reader *reader, size_t size)
{
    reader->taken += size;
    if (reader->steps)
        reader->steps->step(reader->steps->to, reader->taken);
}

bool qp_reader_each(struct qp_reader *reader, enum qp_kind kind, size_t size, bool (*add)(void *to, const void *record),
                    void *to)
{
    struct qp_walk walk = {.kind = kind};
    struct qp_records records;
    while (qp_reader_next(reader, &walk, &records)) {
        for (size_t at = 0; size <= records.size - at; at += size) {
            const uint32_t *published = (const void *)(records.bytes + at);
            if (qp_load_acquire(published) && !add(to, published))
                return false;
        }
        qp_reader_take(reader, records.size);
    }
    return true;
}

const void *qp_reader_at(const struct qp_reader *reader, uint32_t reference, size_t size)
{
    size_t place = (size_t)reference * QP_UNIT;
    if (reference == 0 || place > reader->window_size || size > reader->window_size - place)
        return NULL;
    return reader->window + place;
}

const void *qp_reader_table(const struct qp_reader *reader, uint32_t reference, uint32_t count, size_t size,
                            uint64_t *budget)
{
    uint64_t bytes = (uint64_t)count * size;
    const void *table = bytes <= *budget ? qp_reader_at(reader, reference, bytes) : NULL;
    if (table)
        *budget -= bytes;
    return table;
}

uint32_t qp_reader_reference(const struct qp_reader *reader, const void *record)
{
    return (uint32_t)((size_t)((const unsigned char *)record - reader->window) / QP_UNIT);
}

struct qp_text qp_reader_text(struct qp_reader *reader, uint32_t reference)
{
    if (reference == 0)
        return (struct qp_text){NULL, 0};
    const struct qp_string *string = qp_reader_at(reader, reference, sizeof *string);
    uint32_t length = string ? string->length : 0;
    if (!string || !qp_reader_at(reader, reference, sizeof *string + (size_t)length + 1) ||
        string->bytes[length] != '\0') {
        qp_reader_damage(reader, "the string at %#x is incomplete", reference);
        return (struct qp_text){NULL, 0};
    }
    return (struct qp_text){string->bytes, length};
}
