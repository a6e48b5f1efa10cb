#include "tests/support/builder.h"

#include "format/array.h"

#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

static void need(bool ok)
{
    if (ok)
        return;
    fputs("builder: no room\n", stderr);
    abort();
}

struct builder_node {
    uint32_t reference;
    uint32_t root; /* reference of the node's root */
};

/* ---- records --------------------------------------------------------------------------------------------------- */

void builder_begin(struct builder *builder)
{
    *builder = (struct builder){0};
    need(qp_writer_open(&builder->writer));
    builder_header(builder)->clock_kind = QP_CLOCK_FAKE;
}

void builder_wide(struct builder *builder, enum qp_kind kind)
{
    builder->writer.chunks[kind] = QP_WRITER_SMALL_CHUNKS;
}

void builder_free(struct builder *builder)
{
    qp_writer_close(&builder->writer);
    free(builder->nodes);
}

struct qp_header *builder_header(struct builder *builder)
{
    return qp_writer_header(&builder->writer);
}

void *builder_at(struct builder *builder, uint32_t reference)
{
    return qp_writer_at(&builder->writer, reference);
}

uint32_t builder_record(struct builder *builder, enum qp_kind kind, size_t size)
{
    uint32_t reference = qp_writer_record(&builder->writer, kind, size);
    need(reference);
    return reference;
}

void *builder_outside(struct builder *builder, enum qp_kind kind)
{
    void *bytes = qp_writer_outside(&builder->writer, kind);
    need(bytes);
    return bytes;
}

#define ADD(kind, type, ...) QP_WRITER_ADD(&builder->writer, kind, type, __VA_ARGS__)

/* ---- definitions ----------------------------------------------------------------------------------------------- */

uint32_t builder_bytes(struct builder *builder, enum qp_kind kind, const char *bytes, uint32_t length)
{
    return qp_writer_text(&builder->writer, kind, (struct qp_text){bytes, length});
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
        .recorded_id = id,
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
    return ADD(QP_KIND_THREAD, struct qp_thread_record, .published = 1, .number = number, .system_id = 4710 + number,
               .name = builder_string(builder, name), .count = 1);
}

uint32_t builder_group(struct builder *builder, uint32_t product, const char *name, uint64_t parent_method)
{
    return ADD(QP_KIND_GROUP, struct qp_group_record, .published = 1, .product = product,
               .name = builder_string(builder, name), .parent_method = parent_method);
}

static uint32_t note_node(struct builder *builder, uint32_t reference, uint32_t root)
{
    struct builder_node *node = qp_array_add(&builder->nodes, &builder->node_count, sizeof *node);
    need(node && reference);
    *node = (struct builder_node){reference, root};
    return reference;
}

uint32_t builder_root(struct builder *builder, uint32_t product, uint32_t thread, uint32_t group, uint32_t epoch)
{
    uint32_t node = qp_writer_root(
        &builder->writer, (struct qp_root){.product = product, .thread = thread, .group = group, .epoch = epoch});
    need(node);
    return note_node(builder, node, builder_root_of(builder, node));
}

uint32_t builder_root_of(struct builder *builder, uint32_t node)
{
    return (uint32_t)((struct qp_node *)builder_at(builder, node))->method;
}

/* Add a node. Its reference must be higher than those of all nodes added before, because nodes are found by binary
 * search. */
uint32_t builder_node(struct builder *builder, uint32_t parent, uint64_t method, uint64_t calls, uint64_t self)
{
    uint32_t known = qp_array_find(builder->nodes, builder->node_count, sizeof *builder->nodes, parent);
    uint32_t root = known == UINT32_MAX ? 0 : builder->nodes[known].root;
    uint32_t node = ADD(QP_KIND_NODE, struct qp_node, .self = self, .calls = calls, .method = method, .parent = parent);
    return note_node(builder, node, root);
}

struct qp_ledger *builder_ledger(struct builder *builder, uint32_t root_node)
{
    return &((struct qp_root *)builder_at(builder, builder_root_of(builder, root_node)))->ledger;
}

/* Return the root of the carrier itself, for the product and epoch of a given root. */
static struct qp_root *own_root(struct builder *builder, const struct qp_root *root)
{
    for (uint32_t i = 0; i < builder->node_count; i++) {
        struct qp_root *own = builder_at(builder, builder->nodes[i].root);
        bool same = own->thread == root->thread && own->product == root->product && own->epoch == root->epoch;
        if (same && own->group == 0 && !(own->flags & QP_ROOT_HIDDEN))
            return own;
    }
    return NULL;
}

void builder_balance(struct builder *builder)
{
    uint32_t root = 0;
    struct qp_root *own = NULL;
    for (uint32_t i = 0; i < builder->node_count; i++) {
        const struct builder_node *made = &builder->nodes[i];
        const struct qp_node *node = builder_at(builder, made->reference);
        if (made->root != root) {
            root = made->root;
            own = own_root(builder, builder_at(builder, root));
        }
        const struct qp_root *its = builder_at(builder, root);
        if (its->flags & QP_ROOT_HIDDEN)
            continue;
        need(own);
        struct qp_ledger *clock = &own->ledger;
        if ((node->flags & QP_NODE_ROOT) && its == own)
            clock->wall +=
                clock->paused + clock->recorder + clock->scheduler + clock->idle - (clock->last - clock->since);
        clock->wall += node->self;
    }
}

void builder_estimate(struct builder *builder)
{
    for (uint32_t i = 0; i < builder->node_count; i++) {
        struct qp_node *node = builder_at(builder, builder->nodes[i].reference);
        struct qp_root *root = builder_at(builder, builder->nodes[i].root);
        const struct qp_node_extra_record *extra = node->extra ? builder_at(builder, node->extra) : NULL;
        if (extra && (extra->blocked || extra->waiting || extra->runnable))
            node->flags |= QP_NODE_ESTIMATED;
        if (root->group == 0)
            root->flags |= QP_ROOT_ESTIMATED;
    }
}

struct qp_node_extra_record *builder_side(struct builder *builder, uint32_t node)
{
    uint32_t extra = ADD(QP_KIND_EXTRA, struct qp_node_extra_record, .node = node);
    ((struct qp_node *)builder_at(builder, node))->extra = extra;
    return builder_at(builder, extra);
}

uint32_t builder_blocks(struct builder *builder, uint32_t root_node, uint64_t method, enum qp_blocks values_of,
                        const uint64_t *values, uint32_t count)
{
    return qp_writer_blocks(&builder->writer, root_node, method, values_of, values, count);
}

void builder_mark(struct builder *builder, uint32_t product, enum qp_mark_kind kind, uint64_t tick, uint32_t epoch,
                  const char *text)
{
    ADD(QP_KIND_MARK, struct qp_mark_record, .kind = kind, .product = product, .tick = tick,
        .text = builder_string(builder, text), .epoch = epoch);
}

/* ---- locations -------------------------------------------------------------------------------------------------- */

void builder_line(struct builder *builder, uint32_t handle, const char *file, int line)
{
    ADD(QP_KIND_LOCATION, struct qp_location_record, .published = 1, .handle = handle,
        .file = builder_string(builder, file), .line = line);
}

void builder_stack(struct builder *builder, uint32_t handle, const uint64_t *addresses, uint32_t count, uint32_t node,
                   uint32_t flags)
{
    uint32_t first = builder_record(builder, QP_KIND_ADDRESSES, count * sizeof *addresses);
    if (count > 0)
        memcpy(builder_at(builder, first), addresses, count * sizeof *addresses);
    ADD(QP_KIND_LOCATION, struct qp_location_record, .published = 1, .handle = handle, .addresses = first,
        .count = count, .node = node, .flags = flags);
}

struct qp_module_record *builder_module(struct builder *builder, const char *name)
{
    return builder_at(
        builder, ADD(QP_KIND_MODULE, struct qp_module_record, .published = 1, .name = builder_string(builder, name)));
}

/* ---- the file --------------------------------------------------------------------------------------------------- */

unsigned char *builder_file(struct builder *builder, size_t *size)
{
    struct qp_error error = {0};
    int fd = memfd_create("built", MFD_CLOEXEC);
    need(fd >= 0 && qp_writer_save_fd(&builder->writer, fd, &error) == 0);
    *size = (size_t)lseek(fd, 0, SEEK_CUR);
    unsigned char *bytes = malloc(*size);
    need(bytes && pread(fd, bytes, *size, 0) == (ssize_t)*size);
    close(fd);
    return bytes;
}

void builder_write(struct builder *builder, const char *path)
{
    struct qp_error error = {0};
    int fd = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0666);
    need(fd >= 0 && qp_writer_save_fd(&builder->writer, fd, &error) == 0 && close(fd) == 0);
}
