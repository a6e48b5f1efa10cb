/* writer.h - writes a data file below the recorder: for merging, converters and tests.
 *
 *   struct qp_writer writer;
 *   qp_writer_open(&writer);
 *   qp_writer_header(&writer)->products = 1u << QP_QPROF;
 *   uint32_t thread = QP_WRITER_ADD(&writer, QP_KIND_THREAD, struct qp_thread_record, .published = 1, .number = 1);
 *   uint32_t top = qp_writer_root(&writer, (struct qp_root){.product = QP_QPROF, .thread = thread});
 *   QP_WRITER_ADD(&writer, QP_KIND_NODE, struct qp_node, .parent = top, .method = 7, .calls = 1, .self = 100);
 *   int code = qp_writer_save(&writer, "merged.qii", &error);
 *   qp_writer_close(&writer);
 *
 * All is kept in memory until it is saved. Without memory later references are 0, what is written there is lost, and
 * only the save fails: so code reads straight and checks once. Parents are to be added before their children.
 *
 * Records fill small chunks; a kind that has filled some takes whole extents. One user at a time. */
#ifndef QP_FORMAT_WRITER_H
#define QP_FORMAT_WRITER_H

#include "base/error.h"
#include "base/map.h"
#include "base/text.h"
#include "format/record.h"

struct qp_writer {
    unsigned char **extents;         /* by place in the window; 0 is the header's */
    struct qp_extent_entry *entries; /* the same */
    uint32_t count;
    unsigned char **outside; /* extents that no reference reaches: the log's */
    uint32_t outside_count;
    uint32_t next[QP_KINDS];   /* reference of the next record of a kind, 0 = no chunk */
    uint32_t left[QP_KINDS];   /* bytes from there to the chunk's end */
    uint32_t chunks[QP_KINDS]; /* small ones so far */
    uint32_t mixed;            /* reference of the next small chunk; a multiple of an extent: there is none */
    struct qp_map strings;     /* hash: reference of the newest string with it */
    bool reversed;             /* for tests: the file has the extents in the other order, as it may */
    bool failed;               /* no memory, or no room in the window */
};

/* From so many small chunks on a kind takes whole extents. */
#define QP_WRITER_SMALL_CHUNKS 4

/* An empty file of a run that ended, whose ticks are nanoseconds. Returns false without memory; nothing is to be closed
 * then. */
bool qp_writer_open(struct qp_writer *writer);
void qp_writer_close(struct qp_writer *writer);

/* The header and records, to be changed before the file is saved. They do not move. */
struct qp_header *qp_writer_header(const struct qp_writer *writer);
void *qp_writer_at(const struct qp_writer *writer, uint32_t reference);

/* Room for a record, zeroed; or a copy of one. Returns its reference. */
uint32_t qp_writer_record(struct qp_writer *writer, enum qp_kind kind, size_t size);
uint32_t qp_writer_add(struct qp_writer *writer, enum qp_kind kind, const void *record, size_t size);

#define QP_WRITER_ADD(writer, kind, type, ...) qp_writer_add(writer, kind, &(const type){__VA_ARGS__}, sizeof(type))

/* A text of its own (QP_KIND_TEXT, QP_KIND_STRING), or a string that equal ones share. 0 for none. */
uint32_t qp_writer_text(struct qp_writer *writer, enum qp_kind kind, struct qp_text text);
uint32_t qp_writer_string(struct qp_writer *writer, struct qp_text text);

/* A root, published, with its node. Returns the node; its method is the root. */
uint32_t qp_writer_root(struct qp_writer *writer, struct qp_root root);

/* Counts (times = 0) or times of a method's blocks, of the tree with this root's node. Returns the array's reference, 0
 * without memory. */
uint32_t qp_writer_blocks(struct qp_writer *writer, uint32_t root_node, uint64_t method, bool times,
                          const uint64_t *values, uint32_t count);

/* An extent of one chunk outside of the window. Returns its bytes behind the chunk's header, NULL without memory. */
void *qp_writer_outside(struct qp_writer *writer, enum qp_kind kind);

/* Write the file; to a path it comes whole or not at all. Both may be called again. Return 0, else the error's code. */
int qp_writer_save(struct qp_writer *writer, const char *path, struct qp_error *error);
int qp_writer_save_fd(struct qp_writer *writer, int fd, struct qp_error *error);

#endif
