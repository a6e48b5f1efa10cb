#include "tests/support/builder.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void *need(void *memory)
{
    if (!memory) {
        fputs("builder: no room\n", stderr);
        abort();
    }
    return memory;
}

/* ---- extents, chunks, records -------------------------------------------------------------------------------- */

void builder_begin(struct builder *builder, uint32_t room)
{
    *builder = (struct builder){.room = room, .extents = 1};
    builder->window = need(calloc(room, QP_EXTENT_SIZE));
    builder->entries = need(calloc(room, sizeof *builder->entries));
    struct qp_header *header = builder_header(builder);
    memcpy(header->magic, QP_RECORD_MAGIC, sizeof header->magic);
    header->version = QP_RECORD_VERSION;
    header->byte_order = QP_RECORD_BYTE_ORDER;
    header->header_size = QP_HEADER_SIZE;
    header->extent_size = QP_EXTENT_SIZE;
    header->node_size = sizeof(struct qp_node);
    header->method_size = sizeof(struct qp_method_record);
    header->thread_size = sizeof(struct qp_thread_record);
    header->context_size = sizeof(struct qp_context);
    header->clock_kind = QP_CLOCK_FAKE;
    header->state = QP_RUN_ENDED;
    builder->entries[0].kind = QP_KIND_HEADER;
}

void builder_free(struct builder *builder)
{
    free(builder->window);
    free(builder->entries);
    free(builder->outside);
}

struct qp_header *builder_header(struct builder *builder)
{
    return (struct qp_header *)builder->window;
}

void *builder_at(struct builder *builder, uint32_t reference)
{
    return builder->window + (size_t)reference * QP_UNIT;
}

static uint32_t take_extents(struct builder *builder, enum qp_kind kind, uint32_t count, uint32_t chunk)
{
    uint32_t first = builder->extents;
    need(first + count <= builder->room ? builder : NULL);
    for (uint32_t i = 0; i < count; i++)
        builder->entries[first + i] =
            (struct qp_extent_entry){.kind = i ? QP_KIND_CONTINUED : kind, .window = first + i, .chunk = i ? 0 : chunk};
    builder->extents += count;
    return first * QP_EXTENT_SIZE;
}

static void begin_chunk(struct builder *builder, enum qp_kind kind, size_t size)
{
    uint32_t need_bytes = (uint32_t)(size + sizeof(struct qp_chunk));
    uint32_t offset, bytes;
    if (need_bytes > QP_CHUNK_SMALL || builder->wide[kind]) {
        uint32_t count = (need_bytes + QP_EXTENT_SIZE - 1) / QP_EXTENT_SIZE;
        bytes = count * QP_EXTENT_SIZE;
        offset = take_extents(builder, kind, count, bytes);
    } else {
        if (builder->mixed % QP_EXTENT_SIZE == 0)
            builder->mixed = take_extents(builder, QP_KIND_MIXED, 1, QP_CHUNK_SMALL);
        offset = builder->mixed;
        bytes = QP_CHUNK_SMALL;
        builder->mixed += bytes;
    }
    *(struct qp_chunk *)(builder->window + offset) = (struct qp_chunk){.kind = kind, .size = bytes};
    builder->next[kind] = offset + sizeof(struct qp_chunk);
    builder->end[kind] = offset + bytes;
}

uint32_t builder_record(struct builder *builder, enum qp_kind kind, size_t size)
{
    size = (size + QP_UNIT - 1) / QP_UNIT * QP_UNIT;
    if (builder->next[kind] == 0 || builder->end[kind] - builder->next[kind] < size)
        begin_chunk(builder, kind, size);
    uint32_t offset = builder->next[kind];
    builder->next[kind] += (uint32_t)size;
    return offset / QP_UNIT;
}

void *builder_outside(struct builder *builder, enum qp_kind kind)
{
    need(builder->outside == NULL ? builder : NULL); /* one is enough so far */
    builder->outside = need(calloc(1, QP_EXTENT_SIZE));
    builder->outsiders = 1;
    *(struct qp_chunk *)builder->outside = (struct qp_chunk){.kind = kind, .size = QP_EXTENT_SIZE};
    return builder->outside + sizeof(struct qp_chunk);
}

/* ---- definitions ----------------------------------------------------------------------------------------------- */

uint32_t builder_bytes(struct builder *builder, enum qp_kind kind, const char *bytes, uint32_t length)
{
    uint32_t reference = builder_record(builder, kind, sizeof(struct qp_string) + length + 1);
    struct qp_string *string = builder_at(builder, reference);
    string->length = length;
    memcpy(string->bytes, bytes, length);
    return reference;
}

uint32_t builder_string(struct builder *builder, const char *text)
{
    return text ? builder_bytes(builder, QP_KIND_STRING, text, (uint32_t)strlen(text)) : 0;
}

uint32_t builder_method(struct builder *builder, uint32_t product, uint64_t id, const char *name, const char *file,
                        const int *lines, uint32_t line_count)
{
    uint32_t reference = builder_record(builder, QP_KIND_METHOD, sizeof(struct qp_method_record));
    uint32_t table =
        line_count ? builder_record(builder, QP_KIND_LINES, line_count * sizeof(struct qp_line_record)) : 0;
    for (uint32_t i = 0; i < line_count; i++)
        ((struct qp_line_record *)builder_at(builder, table))[i] =
            (struct qp_line_record){.code_offset = 10 * (int)i, .line_number = lines[i]};
    *(struct qp_method_record *)builder_at(builder, reference) = (struct qp_method_record){
        .published = 1,
        .product = product,
        .client_id = id,
        .name = builder_string(builder, name),
        .file = builder_string(builder, file),
        .lines = table,
        .line_count = line_count,
        .block_count = line_count,
    };
    return reference;
}

/* ---- threads and trees ------------------------------------------------------------------------------------------ */

uint32_t builder_thread(struct builder *builder, uint32_t number, const char *name)
{
    uint32_t reference = builder_record(builder, QP_KIND_THREAD, sizeof(struct qp_thread_record));
    *(struct qp_thread_record *)builder_at(builder, reference) =
        (struct qp_thread_record){.published = 1,
                                  .number = number,
                                  .system_id = 4710 + number,
                                  .name = builder_string(builder, name),
                                  .count = 1};
    return reference;
}

uint32_t builder_group(struct builder *builder, uint32_t product, const char *name, uint64_t parent_method)
{
    uint32_t reference = builder_record(builder, QP_KIND_GROUP, sizeof(struct qp_group_record));
    *(struct qp_group_record *)builder_at(builder, reference) = (struct qp_group_record){
        .published = 1, .product = product, .name = builder_string(builder, name), .parent_method = parent_method};
    return reference;
}

uint32_t builder_root(struct builder *builder, uint32_t product, uint32_t thread, uint32_t group, uint32_t epoch)
{
    uint32_t root = builder_record(builder, QP_KIND_ROOT, sizeof(struct qp_root));
    uint32_t node = builder_record(builder, QP_KIND_NODE, sizeof(struct qp_node));
    *(struct qp_root *)builder_at(builder, root) = (struct qp_root){
        .published = 1, .product = product, .thread = thread, .group = group, .epoch = epoch, .node = node};
    *(struct qp_node *)builder_at(builder, node) = (struct qp_node){.method = root, .flags = QP_NODE_ROOT};
    return node;
}

uint32_t builder_root_of(struct builder *builder, uint32_t node)
{
    return (uint32_t)((struct qp_node *)builder_at(builder, node))->method;
}

uint32_t builder_node(struct builder *builder, uint32_t parent, uint64_t method, uint64_t calls, uint64_t self)
{
    uint32_t reference = builder_record(builder, QP_KIND_NODE, sizeof(struct qp_node));
    *(struct qp_node *)builder_at(builder, reference) =
        (struct qp_node){.self = self, .calls = calls, .method = method, .parent = parent};
    return reference;
}

struct qp_node_extra_record *builder_side(struct builder *builder, uint32_t node)
{
    struct qp_node_extra_record *side =
        builder_at(builder, builder_record(builder, QP_KIND_EXTRA, sizeof(struct qp_node_extra_record)));
    side->node = node;
    return side;
}

void builder_blocks(struct builder *builder, uint32_t root_node, uint64_t method, int times, const uint64_t *values,
                    uint32_t count)
{
    uint32_t reference = builder_record(builder, QP_KIND_BLOCK, QP_BLOCK_HEADER + 8 * (size_t)count);
    struct qp_block_array *array = builder_at(builder, reference);
    *array = (struct qp_block_array){
        .root = builder_root_of(builder, root_node), .count = count, .method = method, .times = (uint32_t)times};
    memcpy(array->values, values, 8 * (size_t)count);
}

void builder_mark(struct builder *builder, uint32_t product, enum qp_mark_kind kind, uint64_t tick, uint32_t epoch,
                  const char *text)
{
    uint32_t reference = builder_record(builder, QP_KIND_MARK, sizeof(struct qp_mark_record));
    *(struct qp_mark_record *)builder_at(builder, reference) = (struct qp_mark_record){
        .kind = kind, .product = product, .tick = tick, .text = builder_string(builder, text), .epoch = epoch};
}

/* ---- locations -------------------------------------------------------------------------------------------------- */

void builder_place(struct builder *builder, uint32_t handle, const char *file, int line)
{
    uint32_t reference = builder_record(builder, QP_KIND_LOCATION, sizeof(struct qp_location_record));
    *(struct qp_location_record *)builder_at(builder, reference) = (struct qp_location_record){
        .published = 1, .handle = handle, .file = builder_string(builder, file), .line = line};
}

void builder_stack(struct builder *builder, uint32_t handle, const uint64_t *addresses, uint32_t count, uint32_t node,
                   uint32_t flags)
{
    uint32_t reference = builder_record(builder, QP_KIND_LOCATION, sizeof(struct qp_location_record));
    uint32_t first = builder_record(builder, QP_KIND_ADDRESSES, count * sizeof *addresses);
    if (count > 0)
        memcpy(builder_at(builder, first), addresses, count * sizeof *addresses);
    *(struct qp_location_record *)builder_at(builder, reference) = (struct qp_location_record){
        .published = 1, .handle = handle, .addresses = first, .count = count, .node = node, .flags = flags};
}

struct qp_module_record *builder_module(struct builder *builder, const char *name)
{
    struct qp_module_record *module =
        builder_at(builder, builder_record(builder, QP_KIND_MODULE, sizeof(struct qp_module_record)));
    *module = (struct qp_module_record){.published = 1, .name = builder_string(builder, name)};
    return module;
}

/* ---- the file ------------------------------------------------------------------------------------------------ */

/* Directory parts beyond the header's, and what lies outside of the window, are extents of the file that the window
 * does not have. */
unsigned char *builder_file(struct builder *builder, size_t *size)
{
    uint32_t placed = builder->extents;
    uint32_t window = placed + builder->outsiders;
    uint32_t parts = 0;
    while (window + parts > QP_HEADER_EXTENTS + (uint64_t)parts * QP_DIRECTORY_EXTENTS)
        parts++;
    uint32_t total = window + parts;
    unsigned char *file = need(calloc(total, QP_EXTENT_SIZE));
    struct qp_extent_entry *entries = need(calloc(total, sizeof *entries));
    struct qp_header *header = builder_header(builder);
    header->extent_count = total;
    header->window_count = placed;
    header->next_directory = parts ? window : 0;
    for (uint32_t i = 0; i < placed; i++) {
        uint32_t place = i && builder->reversed ? placed - i : i;
        entries[i] = builder->entries[place];
        memcpy(file + (size_t)i * QP_EXTENT_SIZE, builder->window + (size_t)place * QP_EXTENT_SIZE, QP_EXTENT_SIZE);
    }
    if (builder->outsiders) {
        const struct qp_chunk *chunk = (const struct qp_chunk *)builder->outside;
        entries[placed] = (struct qp_extent_entry){.kind = chunk->kind, .chunk = chunk->size};
        memcpy(file + (size_t)placed * QP_EXTENT_SIZE, builder->outside, QP_EXTENT_SIZE);
    }
    for (uint32_t i = window; i < total; i++)
        entries[i].kind = QP_KIND_DIRECTORY;
    uint32_t told = total < QP_HEADER_EXTENTS ? total : QP_HEADER_EXTENTS;
    memcpy(file + QP_HEADER_SIZE, entries, told * sizeof *entries);
    for (uint32_t i = 0; i < parts; i++) {
        struct qp_directory *directory = (void *)(file + (size_t)(window + i) * QP_EXTENT_SIZE);
        uint32_t left = total - told < QP_DIRECTORY_EXTENTS ? total - told : QP_DIRECTORY_EXTENTS;
        directory->next = i + 1 < parts ? window + i + 1 : 0;
        memcpy(directory->entries, entries + told, left * sizeof *entries);
        told += left;
    }
    free(entries);
    *size = (size_t)total * QP_EXTENT_SIZE;
    return file;
}

void builder_write(struct builder *builder, const char *path)
{
    size_t size;
    unsigned char *bytes = builder_file(builder, &size);
    FILE *file = need(fopen(path, "wb"));
    need(fwrite(bytes, 1, size, file) == size ? bytes : NULL);
    need(fclose(file) == 0 ? bytes : NULL);
    free(bytes);
}
