#include "format/writer.h"

#include "base/hash.h"
#include "format/array.h"

#include <errno.h>
#include <string.h>
#include <unistd.h>

#define UNITS_OF_EXTENT (QP_EXTENT_SIZE / QP_UNIT)

/* ---- extents, chunks, records ---------------------------------------------------------------------------------- */

/* Take `count` extents for one chunk; they are adjacent in memory. Return the position of the first extent in the
 * window, or 0 if out of memory. */
static uint32_t take_extents(struct qp_writer *writer, enum qp_kind kind, uint32_t count, uint32_t chunk)
{
    uint32_t first = writer->count;
    unsigned char *bytes = calloc(count, QP_EXTENT_SIZE);
    bool ok = bytes && (uint64_t)first + count <= UINT32_MAX / UNITS_OF_EXTENT;
    for (uint32_t i = 0; i < count && ok; i++) {
        ok = qp_array_room(&writer->extents, writer->count, sizeof *writer->extents) &&
             qp_array_room(&writer->entries, writer->count, sizeof *writer->entries);
        if (!ok)
            break;
        writer->entries[writer->count] =
            (struct qp_extent_entry){.kind = i ? QP_KIND_CONTINUED : kind, .window = first + i, .chunk = i ? 0 : chunk};
        writer->extents[writer->count++] = bytes + (size_t)i * QP_EXTENT_SIZE;
    }
    if (ok)
        return first;
    writer->count = first;
    free(bytes);
    return 0;
}

/* Begin a chunk. Return false if out of memory. */
static bool begin_chunk(struct qp_writer *writer, enum qp_kind kind, uint64_t size)
{
    uint64_t needed = size + sizeof(struct qp_chunk);
    uint64_t bytes = QP_CHUNK_SMALL;
    uint32_t at = writer->mixed;
    if (needed > QP_CHUNK_SMALL || writer->chunks[kind] >= QP_WRITER_SMALL_CHUNKS) {
        uint64_t count = (needed + QP_EXTENT_SIZE - 1) / QP_EXTENT_SIZE;
        bytes = count * QP_EXTENT_SIZE;
        at = bytes <= UINT32_MAX ? take_extents(writer, kind, (uint32_t)count, (uint32_t)bytes) * UNITS_OF_EXTENT : 0;
    } else {
        if (at % UNITS_OF_EXTENT == 0)
            at = take_extents(writer, QP_KIND_MIXED, 1, QP_CHUNK_SMALL) * UNITS_OF_EXTENT;
        writer->mixed = at ? at + QP_CHUNK_SMALL / QP_UNIT : 0;
        writer->chunks[kind]++;
    }
    if (at == 0) {
        writer->failed = true;
        return false;
    }
    struct qp_chunk *chunk = qp_writer_at(writer, at);
    *chunk = (struct qp_chunk){.kind = kind, .size = (uint32_t)bytes};
    writer->next[kind] = at + sizeof *chunk / QP_UNIT;
    writer->left[kind] = (uint32_t)(bytes - sizeof *chunk);
    return true;
}

uint32_t qp_writer_record(struct qp_writer *writer, enum qp_kind kind, size_t size)
{
    size = (size + QP_UNIT - 1) / QP_UNIT * QP_UNIT;
    if ((writer->next[kind] == 0 || writer->left[kind] < size) && !begin_chunk(writer, kind, size))
        return 0;
    uint32_t reference = writer->next[kind];
    writer->next[kind] += (uint32_t)(size / QP_UNIT);
    writer->left[kind] -= (uint32_t)size;
    return reference;
}

uint32_t qp_writer_add(struct qp_writer *writer, enum qp_kind kind, const void *record, size_t size)
{
    uint32_t reference = qp_writer_record(writer, kind, size);
    if (reference)
        memcpy(qp_writer_at(writer, reference), record, size);
    return reference;
}

void *qp_writer_at(const struct qp_writer *writer, uint32_t reference)
{
    size_t offset = (size_t)reference * QP_UNIT;
    return writer->extents[offset / QP_EXTENT_SIZE] + offset % QP_EXTENT_SIZE;
}

struct qp_header *qp_writer_header(const struct qp_writer *writer)
{
    return qp_writer_at(writer, 0);
}

void *qp_writer_outside(struct qp_writer *writer, enum qp_kind kind)
{
    unsigned char *extent = calloc(1, QP_EXTENT_SIZE);
    if (!extent || !qp_array_room(&writer->outside, writer->outside_count, sizeof extent)) {
        free(extent);
        writer->failed = true;
        return NULL;
    }
    writer->outside[writer->outside_count++] = extent;
    *(struct qp_chunk *)(void *)extent = (struct qp_chunk){.kind = kind, .size = QP_EXTENT_SIZE};
    return extent + sizeof(struct qp_chunk);
}

/* ---- texts, trees ---------------------------------------------------------------------------------------------- */

uint32_t qp_writer_text(struct qp_writer *writer, enum qp_kind kind, struct qp_text text)
{
    if (!text.bytes)
        return 0;
    uint32_t reference = qp_writer_record(writer, kind, sizeof(struct qp_string) + (size_t)text.length + 1);
    if (reference) {
        struct qp_string *string = qp_writer_at(writer, reference);
        string->length = text.length;
        memcpy(string->bytes, text.bytes, text.length);
    }
    return reference;
}

/* Store a string, unless it is stored already. If two strings have the same hash, only the newer one is found again,
 * so the older one may be stored several times. This only costs space. */
uint32_t qp_writer_string(struct qp_writer *writer, struct qp_text text)
{
    if (!text.bytes)
        return 0;
    uint64_t hash = qp_hash_bytes(text.bytes, text.length);
    uint32_t known = (uint32_t)qp_map_get(&writer->strings, hash);
    const struct qp_string *string = known ? qp_writer_at(writer, known) : NULL;
    if (string && qp_text_equal((struct qp_text){string->bytes, string->length}, text))
        return known;
    uint32_t reference = qp_writer_text(writer, QP_KIND_STRING, text);
    if (reference && qp_map_put(&writer->strings, hash, reference) != 0)
        writer->failed = true;
    return reference;
}

uint32_t qp_writer_root(struct qp_writer *writer, struct qp_root root)
{
    uint32_t reference = qp_writer_record(writer, QP_KIND_ROOT, sizeof root);
    root.published = 1;
    root.node = QP_WRITER_ADD(writer, QP_KIND_NODE, struct qp_node, .method = reference, .flags = QP_NODE_ROOT);
    if (reference)
        *(struct qp_root *)qp_writer_at(writer, reference) = root;
    return root.node;
}

uint32_t qp_writer_blocks(struct qp_writer *writer, uint32_t root_node, uint64_t method, enum qp_blocks values_of,
                          const uint64_t *values, uint32_t count)
{
    uint32_t reference = qp_writer_record(writer, QP_KIND_BLOCK, QP_BLOCK_HEADER + 8 * (size_t)count);
    if (reference == 0)
        return 0;
    const struct qp_node *node = qp_writer_at(writer, root_node);
    struct qp_block_array *array = qp_writer_at(writer, reference);
    *array = (struct qp_block_array){
        .root = (uint32_t)node->method, .count = count, .method = method, .values_of = values_of};
    if (count) /* if `count` is 0, `values` may be NULL */
        memcpy(array->values, values, 8 * (size_t)count);
    return reference;
}

/* ---- the file -------------------------------------------------------------------------------------------------- */

static bool write_whole(int fd, const void *bytes, size_t size)
{
    for (size_t done = 0; done < size;) {
        ssize_t written = write(fd, (const char *)bytes + done, size - done);
        if (written < 0 && errno == EINTR)
            continue;
        if (written <= 0)
            return false;
        done += (size_t)written;
    }
    return true;
}

/* Positions of all extents in the file: those of the window, those outside of it, and the further parts of the
 * directory. */
struct plan {
    uint32_t window;
    uint32_t total;
    uint32_t parts;
    struct qp_extent_entry *entries;
    unsigned char (*directories)[QP_EXTENT_SIZE];
};

static uint32_t place_of(const struct qp_writer *writer, uint32_t extent)
{
    return extent && writer->reversed ? writer->count - extent : extent;
}

static bool make_plan(struct plan *plan, const struct qp_writer *writer)
{
    plan->window = writer->count + writer->outside_count;
    plan->parts = 0;
    while (plan->window + plan->parts > QP_HEADER_EXTENTS + (uint64_t)plan->parts * QP_DIRECTORY_EXTENTS)
        plan->parts++;
    plan->total = plan->window + plan->parts;
    plan->entries = calloc(plan->total, sizeof *plan->entries);
    plan->directories = calloc((size_t)plan->parts + 1, QP_EXTENT_SIZE);
    if (!plan->entries || !plan->directories)
        return false;
    for (uint32_t i = 0; i < plan->total; i++) {
        if (i < writer->count)
            plan->entries[i] = writer->entries[place_of(writer, i)];
        else if (i < plan->window)
            plan->entries[i] = (struct qp_extent_entry){
                .kind = ((struct qp_chunk *)(void *)writer->outside[i - writer->count])->kind, .chunk = QP_EXTENT_SIZE};
        else
            plan->entries[i].kind = QP_KIND_DIRECTORY;
    }
    return true;
}

static void fill_directory(const struct plan *plan, struct qp_writer *writer)
{
    struct qp_header *header = qp_writer_header(writer);
    header->extent_count = plan->total;
    header->window_count = writer->count;
    header->next_directory = plan->parts ? plan->window : 0;
    uint32_t listed = plan->total < QP_HEADER_EXTENTS ? plan->total : QP_HEADER_EXTENTS;
    memcpy(writer->extents[0] + QP_HEADER_SIZE, plan->entries, listed * sizeof *plan->entries);
    for (uint32_t i = 0; i < plan->parts; i++) {
        struct qp_directory *directory = (void *)plan->directories[i];
        uint32_t left = plan->total - listed < QP_DIRECTORY_EXTENTS ? plan->total - listed : QP_DIRECTORY_EXTENTS;
        directory->next = i + 1 < plan->parts ? plan->window + i + 1 : 0;
        memcpy(directory->entries, plan->entries + listed, left * sizeof *plan->entries);
        listed += left;
    }
}

int qp_writer_save_fd(struct qp_writer *writer, int fd, struct qp_error *error)
{
    struct plan plan = {0};
    bool made = !writer->failed && make_plan(&plan, writer), ok = made;
    if (made)
        fill_directory(&plan, writer);
    for (uint32_t i = 0; i < writer->count && ok; i++)
        ok = write_whole(fd, writer->extents[place_of(writer, i)], QP_EXTENT_SIZE);
    for (uint32_t i = 0; i < writer->outside_count && ok; i++)
        ok = write_whole(fd, writer->outside[i], QP_EXTENT_SIZE);
    if (ok)
        ok = write_whole(fd, plan.directories, (size_t)plan.parts * QP_EXTENT_SIZE);
    if (!made)
        qp_error_memory(error);
    else if (!ok)
        qp_error_set(error, QP_ERR_WRITE, "cannot write: %s", strerror(errno));
    free(plan.entries);
    free(plan.directories);
    return ok ? 0 : error->code;
}

/* ---- open and close -------------------------------------------------------------------------------------------- */

bool qp_writer_open(struct qp_writer *writer)
{
    *writer = (struct qp_writer){0};
    take_extents(writer, QP_KIND_HEADER, 1, 0);
    if (writer->count == 0) {
        qp_writer_close(writer);
        return false;
    }
    *qp_writer_header(writer) = (struct qp_header){
        .magic = QP_RECORD_MAGIC,
        .version = QP_RECORD_VERSION,
        .byte_order = QP_RECORD_BYTE_ORDER,
        .header_size = QP_HEADER_SIZE,
        .extent_size = QP_EXTENT_SIZE,
        .node_size = sizeof(struct qp_node),
        .method_size = sizeof(struct qp_method_record),
        .thread_size = sizeof(struct qp_thread_record),
        .context_size = sizeof(struct qp_context),
        .clock_kind = QP_CLOCK_MONOTONIC,
        .state = QP_RUN_ENDED,
    };
    return true;
}

void qp_writer_close(struct qp_writer *writer)
{
    for (uint32_t i = 0; i < writer->count; i++) {
        if (writer->entries[i].kind != QP_KIND_CONTINUED)
            free(writer->extents[i]);
    }
    for (uint32_t i = 0; i < writer->outside_count; i++)
        free(writer->outside[i]);
    free(writer->extents);
    free(writer->entries);
    free(writer->outside);
    qp_map_fini(&writer->strings);
    *writer = (struct qp_writer){0};
}
