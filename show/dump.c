#include "show/dump.h"

#include "base/atomic.h"
#include "format/layout.h"
#include "format/version.h"
#include "format/words.h"
#include "show/parts/table.h"

#include <inttypes.h>
#include <string.h>

/* ---- chunks -------------------------------------------------------------------------------------------------- */

struct chunk {
    enum qp_kind kind;
    uint32_t reference; /* reference of the first record */
    size_t layout_size; /* size of a record, or of its header if values follow it; 0 if records are not structs */
    struct qp_records records;
};

/* Read the next chunk of the walk's kind of record. After the last chunk of that kind, continue with the next kind. */
static bool next_chunk(struct qp_reader *reader, struct qp_walk *walk, struct chunk *chunk)
{
    while (walk->kind < QP_KINDS) {
        if (qp_words_kind(walk->kind) && qp_reader_next(reader, walk, &chunk->records)) {
            chunk->kind = walk->kind;
            chunk->reference = qp_reader_reference(reader, chunk->records.bytes);
            return true;
        }
        *walk = (struct qp_walk){.kind = (enum qp_kind)(walk->kind + 1)};
    }
    return false;
}

/* Return the size of a record. In older versions of the file, records may have fewer fields. */
static size_t layout_size(const struct qp_reader *reader, enum qp_kind kind)
{
    const char *layout = qp_layout(kind);
    if (kind == QP_KIND_EXTRA)
        return qp_version_extra_size(reader->header.version);
    return layout ? qp_layout_size(layout) : 0;
}

/* Find the chunk that contains a reference. A reference to the chunk's header finds the chunk, too. */
static bool find_chunk(struct qp_reader *reader, uint32_t reference, struct chunk *chunk)
{
    struct qp_walk walk = {.kind = QP_KIND_FREE};
    const uint32_t header = sizeof(struct qp_chunk) / QP_UNIT;
    while (next_chunk(reader, &walk, chunk)) {
        if (reference >= chunk->reference - header &&
            reference - chunk->reference + header < chunk->records.size / QP_UNIT + header) {
            chunk->layout_size = layout_size(reader, chunk->kind);
            return true;
        }
    }
    return false;
}

static size_t record_size(const struct chunk *chunk, size_t at)
{
    size_t size = chunk->layout_size;
    if (!size || chunk->kind == QP_KIND_TRACE)
        return chunk->records.size;
    if (chunk->kind == QP_KIND_BLOCK && chunk->records.size - at >= QP_BLOCK_HEADER)
        size += 8 * (size_t)((const struct qp_block_array *)(const void *)(chunk->records.bytes + at))->count;
    return size;
}

/* ---- fields -------------------------------------------------------------------------------------------------- */

static uint64_t number_at(const unsigned char *bytes, size_t size)
{
    uint64_t number = 0;
    memcpy(&number, bytes, size < sizeof number ? size : sizeof number);
    return number;
}

static void print_value(const struct qp_layout_field *field, const unsigned char *bytes, struct qp_reader *reader,
                        FILE *out)
{
    uint64_t number = number_at(bytes, field->size);
    double real;
    float narrow;
    switch (field->type) {
    case 'u':
        fprintf(out, "%" PRIu64, number);
        return;
    case 'i':
        fprintf(out, "%d", (int)(int32_t)number);
        return;
    case 'd':
        if (field->size == sizeof narrow) {
            memcpy(&narrow, bytes, sizeof narrow);
            real = (double)narrow;
        } else {
            memcpy(&real, bytes, sizeof real);
        }
        fprintf(out, "%.17g", real);
        return;
    case 's':
        fprintf(out, "%#" PRIx64 " \"", number);
        qp_text_print(out, qp_reader_text(reader, (uint32_t)number));
        fputc('"', out);
        return;
    case 'b':
        for (size_t i = 0; i < field->size; i++)
            fprintf(out, i % 8 == 0 && i ? " %02x" : "%02x", bytes[i]);
        return;
    default:
        fprintf(out, "%#" PRIx64, number);
        return;
    }
}

static void print_fields(const struct chunk *chunk, size_t at, struct qp_reader *reader, FILE *out, bool one_line)
{
    const char *rest = qp_layout(chunk->kind);
    struct qp_layout_field field = {0};
    while (rest && qp_layout_next(&field, &rest) && field.offset < chunk->layout_size) {
        fprintf(out, one_line ? "  %.*s " : "  %-14.*s  ", field.name_length, field.name);
        print_value(&field, chunk->records.bytes + at + field.offset, reader, out);
        fputs(one_line ? "" : "\n", out);
    }
}

static void print_blocks(const struct chunk *chunk, size_t at, FILE *out)
{
    const struct qp_block_array *array = (const void *)(chunk->records.bytes + at);
    for (uint32_t i = 0; i < array->count; i++)
        fprintf(out, "  [%u]  %" PRIu64 "\n", i, qp_load_relaxed(&array->values[i]));
}

static void print_place(const struct qp_reader *reader, uint32_t reference, FILE *out)
{
    size_t place = (size_t)reference * QP_UNIT;
    uint32_t extent = reader->placed[place / QP_EXTENT_SIZE];
    fprintf(out, "at %#x, byte %" PRIu64 " of the file, extent %u\n", reference,
            (uint64_t)extent * QP_EXTENT_SIZE + place % QP_EXTENT_SIZE, extent);
}

/* ---- dumps --------------------------------------------------------------------------------------------------- */

int qp_dump_record(struct qp_profile *profile, uint32_t reference, const struct qp_stream *stream)
{
    struct qp_reader *reader = &profile->reader;
    struct chunk chunk;
    if (!find_chunk(reader, reference, &chunk) || reference < chunk.reference)
        return 0;
    size_t wanted = (size_t)(reference - chunk.reference) * QP_UNIT, at = 0;
    while (chunk.records.size - at > record_size(&chunk, at) && at + record_size(&chunk, at) <= wanted)
        at += record_size(&chunk, at);
    if (!qp_layout(chunk.kind))
        at = wanted; /* texts, lines and addresses are not structs, so start at the reference */
    else if (chunk.records.size - at < record_size(&chunk, at))
        return 0;
    fprintf(stream->out, "of the %s, ", qp_words_kind(chunk.kind));
    print_place(reader, chunk.reference + (uint32_t)(at / QP_UNIT), stream->out);
    print_fields(&chunk, at, reader, stream->out, false);
    if (chunk.kind == QP_KIND_BLOCK)
        print_blocks(&chunk, at, stream->out);
    if (chunk.kind == QP_KIND_STRING || chunk.kind == QP_KIND_TEXT) {
        qp_text_print(stream->out, qp_reader_text(reader, reference));
        fputc('\n', stream->out);
    }
    return 1;
}

int qp_dump_chunk(struct qp_profile *profile, uint32_t reference, const struct qp_stream *stream)
{
    struct qp_reader *reader = &profile->reader;
    struct chunk chunk;
    if (!find_chunk(reader, reference, &chunk))
        return 0;
    const struct qp_chunk *header = (const struct qp_chunk *)(const void *)chunk.records.bytes - 1;
    fprintf(stream->out, "chunk of %s, owner %u, %u bytes, ", qp_words_kind(chunk.kind), header->owner, header->size);
    print_place(reader, chunk.reference - sizeof *header / QP_UNIT, stream->out);
    for (size_t at = 0; qp_layout(chunk.kind) && chunk.records.size - at >= record_size(&chunk, at);
         at += record_size(&chunk, at)) {
        const char *first = qp_layout(chunk.kind);
        struct qp_layout_field field = {0};
        qp_layout_next(&field, &first);
        if (chunk.kind != QP_KIND_NODE && number_at(chunk.records.bytes + at, field.size) == 0)
            continue; /* not published yet */
        if (chunk.kind == QP_KIND_NODE && !((const struct qp_node *)(const void *)(chunk.records.bytes + at))->method)
            continue;
        fprintf(stream->out, "%#x", chunk.reference + (uint32_t)(at / QP_UNIT));
        print_fields(&chunk, at, reader, stream->out, true);
        fputc('\n', stream->out);
    }
    return 1;
}

static void add_node(struct qp_table *table, const struct qp_profile *profile, uint32_t index)
{
    const struct qp_profile_node *node = &profile->nodes[index];
    char name[400] = "";
    if (node->method != QP_NONE)
        qp_profile_method_name(profile, node->method, name, sizeof name);
    qp_table_addf(table, QP_STYLE_PLAIN, "%#x", qp_profile_node_reference(profile, index));
    qp_table_addf(table, QP_STYLE_PLAIN, "%#x",
                  node->parent == QP_NONE ? 0 : qp_profile_node_reference(profile, node->parent));
    qp_table_add_count(table, node->calls);
    qp_table_add_count(table, node->self);
    qp_table_add(table, QP_STYLE_PLAIN, node->fold && !*name ? "…" : name);
}

int qp_dump_root(struct qp_profile *profile, uint32_t reference, const struct qp_stream *stream)
{
    struct qp_table table;
    struct chunk chunk;
    if (!find_chunk(&profile->reader, reference, &chunk) || chunk.kind != QP_KIND_ROOT ||
        qp_dump_record(profile, reference, stream) == 0)
        return 0;
    qp_table_init(&table, "node|parent|calls|ticks|-method");
    for (uint32_t i = 0; i < profile->node_count; i++) {
        uint32_t root = profile->nodes[i].root;
        if (root != QP_NONE && profile->roots[root].reference == reference)
            add_node(&table, profile, i);
    }
    return qp_table_finish(&table, stream, "  no nodes") ? 1 : -1;
}

int qp_dump_chunks(struct qp_profile *profile, const struct qp_stream *stream)
{
    struct qp_walk walk = {.kind = QP_KIND_FREE};
    struct qp_table table;
    struct chunk chunk;
    qp_table_init(&table, "first record|bytes|owner|-record kind");
    while (next_chunk(&profile->reader, &walk, &chunk)) {
        const struct qp_chunk *header = (const struct qp_chunk *)(const void *)chunk.records.bytes - 1;
        qp_table_addf(&table, QP_STYLE_PLAIN, "%#x", chunk.reference);
        qp_table_add_count(&table, chunk.records.size);
        qp_table_add_count(&table, header->owner);
        qp_table_add(&table, QP_STYLE_PLAIN, qp_words_kind(chunk.kind));
    }
    return qp_table_finish(&table, stream, "no chunks with records") ? 1 : -1;
}
