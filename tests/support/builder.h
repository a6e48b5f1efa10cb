/* builder.h - writer of data files for tests, record by record, so that the reader is tested without the recorder. It
 * is based on format/writer.h. If out of memory, the test ends. */
#pragma once

#include "format/writer.h"

#include <stddef.h>

struct builder {
    struct qp_writer writer;
    struct builder_node *nodes; /* all nodes added so far */
    uint32_t node_count;
};

void builder_begin(struct builder *builder);

/* From now on, allocate the chunks for records of this kind as whole extents. */
void builder_wide(struct builder *builder, enum qp_kind kind);

void builder_free(struct builder *builder);

/* builder_header returns the header, and builder_at the record with this reference. Header and records may be
 * changed until the file is written. References stay valid. */
struct qp_header *builder_header(struct builder *builder);
void *builder_at(struct builder *builder, uint32_t reference);

uint32_t builder_record(struct builder *builder, enum qp_kind kind, size_t size);
uint32_t builder_string(struct builder *builder, const char *text);
uint32_t builder_bytes(struct builder *builder, enum qp_kind kind, const char *bytes, uint32_t length);
uint32_t builder_method(struct builder *builder, uint32_t product, uint64_t id, const char *name, const char *file,
                        const int *lines, uint32_t line_count);
uint32_t builder_thread(struct builder *builder, uint32_t number, const char *name);
uint32_t builder_group(struct builder *builder, uint32_t product, const char *name, uint64_t parent_method);

/* Add a root and return the reference of its node; builder_root_of returns the reference of a node's root. */
uint32_t builder_root(struct builder *builder, uint32_t product, uint32_t thread, uint32_t group, uint32_t epoch);
uint32_t builder_root_of(struct builder *builder, uint32_t node);
uint32_t builder_node(struct builder *builder, uint32_t parent, uint64_t method, uint64_t calls, uint64_t self);

/* Make the times of the run add up: set the wall time in the ledger of each carrier, product and epoch to the sum of
 * its parts and the self times in its trees. Call this before a mistake is planted. */
void builder_balance(struct builder *builder);
struct qp_ledger *builder_ledger(struct builder *builder, uint32_t root_node);

/* Mark as estimates the suspension times of all virtual threads added so far, and the carriers' scheduler and idle
 * times. */
void builder_estimate(struct builder *builder);

struct qp_node_extra_record *builder_side(struct builder *builder, uint32_t node);
uint32_t builder_blocks(struct builder *builder, uint32_t root_node, uint64_t method, enum qp_blocks values_of,
                        const uint64_t *values, uint32_t count);
void builder_mark(struct builder *builder, uint32_t product, enum qp_mark_kind kind, uint64_t tick, uint32_t epoch,
                  const char *text);

/* Add an extent with one chunk that is not part of the recorder's address space (window). Return the bytes after the
 * chunk's header. */
void *builder_outside(struct builder *builder, enum qp_kind kind);

/* builder_line adds a location that is a line. builder_stack adds a location that is a stack; `node` is the node of
 * the interpreted function that ran when the stack was recorded. builder_module adds a module that has only a name. */
void builder_line(struct builder *builder, uint32_t handle, const char *file, int line);
void builder_stack(struct builder *builder, uint32_t handle, const uint64_t *addresses, uint32_t count, uint32_t node,
                   uint32_t flags);
struct qp_module_record *builder_module(struct builder *builder, const char *name);

/* builder_file returns the file's bytes, which the caller frees. builder_write writes them into a file. */
unsigned char *builder_file(struct builder *builder, size_t *size);
void builder_write(struct builder *builder, const char *path);
