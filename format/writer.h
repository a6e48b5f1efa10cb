/* writer.h - a writer of data files without a recorder: for merging, converters and tests.
 *
 *   struct qp_writer writer;
 *   qp_writer_open(&writer);
 *   qp_writer_header(&writer)->products = 1u << QP_QPROF;
 *   uint32_t thread = QP_WRITER_ADD(&writer, QP_KIND_THREAD, struct qp_thread_record, .published = 1, .number = 1);
 *   uint32_t top = qp_writer_root(&writer, (struct qp_root){.product = QP_QPROF, .thread = thread});
 *   QP_WRITER_ADD(&writer, QP_KIND_NODE, struct qp_node, .parent = top, .method = 7, .calls = 1, .self = 100);
 *   int code = qp_writer_save_fd(&writer, fd, &error);
 *   qp_writer_close(&writer);
 *
 * All data is in memory until it is saved. If the writer runs out of memory, it returns the reference 0 from then on,
 * data written at the reference 0 is lost, and saving fails. So callers need to check only the result of saving. A
 * parent must be added before its children.
 *
 * Records of a kind fill a few small chunks first, then whole extents. Only one thread at a time may use a writer. */
#pragma once

#include "base/error.h"
#include "base/map.h"
#include "base/text.h"
#include "format/record.h"

struct qp_writer {
    unsigned char **extents;         /* array by position in the window; position 0 is the header's extent */
    struct qp_extent_entry *entries; /* array by position in the window */
    uint32_t count;
    unsigned char **outside; /* extents outside of the window, which contain the log */
    uint32_t outside_count;
    uint32_t next[QP_KINDS];   /* reference of the next record of a kind, 0 = no chunk */
    uint32_t left[QP_KINDS];   /* bytes from next[kind] to the end of its chunk */
    uint32_t chunks[QP_KINDS]; /* small chunks so far */
    uint32_t mixed;            /* reference of the next small chunk; 0 or the start of an extent = no small chunk is
                                * free */
    struct qp_map strings;     /* maps a hash to the reference of the newest string with this hash */
    bool reversed;             /* for tests: the file has the extents in reverse order, which is allowed */
    bool failed;               /* no memory, or no space in the window */
};

/* Number of small chunks after which a kind takes whole extents. */
#define QP_WRITER_SMALL_CHUNKS 4

/* Begin an empty file of a finished run, whose ticks are nanoseconds. Return false if out of memory; then there is
 * nothing to close. */
bool qp_writer_open(struct qp_writer *writer);
void qp_writer_close(struct qp_writer *writer);

/* qp_writer_header returns the header, qp_writer_at the record at a reference. Neither moves, and the caller may
 * change both until the file is saved. */
struct qp_header *qp_writer_header(const struct qp_writer *writer);
void *qp_writer_at(const struct qp_writer *writer, uint32_t reference);

/* qp_writer_record adds a zeroed record, qp_writer_add a copy of a record. Both return the reference of the new
 * record. */
uint32_t qp_writer_record(struct qp_writer *writer, enum qp_kind kind, size_t size);
uint32_t qp_writer_add(struct qp_writer *writer, enum qp_kind kind, const void *record, size_t size);

#define QP_WRITER_ADD(writer, kind, type, ...) qp_writer_add(writer, kind, &(const type){__VA_ARGS__}, sizeof(type))

/* qp_writer_text adds a text of the kind QP_KIND_TEXT or QP_KIND_STRING. qp_writer_string adds a string that all
 * equal strings share. Both return the reference of the text, or 0 for a text without bytes. */
uint32_t qp_writer_text(struct qp_writer *writer, enum qp_kind kind, struct qp_text text);
uint32_t qp_writer_string(struct qp_writer *writer, struct qp_text text);

/* Add a published root and its node. Return the reference of the node, whose field `method` refers to the root. */
uint32_t qp_writer_root(struct qp_writer *writer, struct qp_root root);

/* Add values of a method's blocks in the tree of this root node. Return the array's reference, 0 if out of memory. */
uint32_t qp_writer_blocks(struct qp_writer *writer, uint32_t root_node, uint64_t method, enum qp_blocks values_of,
                          const uint64_t *values, uint32_t count);

/* Add an extent with one chunk outside the window. Return its bytes after the chunk header, NULL if out of memory. */
void *qp_writer_outside(struct qp_writer *writer, enum qp_kind kind);

/* Write the file at the descriptor's current position. It can be called repeatedly. Return 0, or the error's code. */
int qp_writer_save_fd(struct qp_writer *writer, int fd, struct qp_error *error);
