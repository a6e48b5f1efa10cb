/* reader.h - a data file, mapped read-only: its header, its extents, its chunks. What record.h says, and no more.
 *
 * No byte is trusted: what lies outside the file as it was when it was opened does not exist, and a reference
 * into it gives NULL. What is unsound is counted, the first place in words, and left out.
 *
 * The extents are mapped at their places in the window, so that a reference is one addition; holes read as
 * zeros, which is "not published". */
#ifndef QP_FORMAT_READER_H
#define QP_FORMAT_READER_H

#include "base/attribute.h"
#include "base/error.h"
#include "base/text.h"
#include "format/record.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* How the run ended, X(constant, name). RUNNING: the recorder lives, it holds a lock on byte 0; KILLED: it went without
 * completing the file. */
#define QP_ENDING_LIST(X)                                                                                              \
    X(NORMAL, "normal")                                                                                                \
    X(RUNNING, "running")                                                                                              \
    X(KILLED, "killed")

enum qp_ending {
#define X(constant, name) QP_ENDING_##constant,
    QP_ENDING_LIST(X)
#undef X
};

/* Who is told, chunk by chunk, how many bytes of a file were taken in. */
struct qp_steps {
    void (*step)(void *to, uint64_t taken);
    void *to;
};

struct qp_reader {
    int fd;
    bool owned; /* fd is closed with the reader */
    enum qp_ending ending;
    uint32_t recorder; /* of a file that qp_reader_open found RUNNING: the process, by the number that it has for us; 0
                          = it has none here */
    const unsigned char *window;
    size_t window_size;      /* bytes */
    uint64_t file_size;      /* when it was opened */
    uint32_t extent_count;   /* those that the file has at least in part */
    uint32_t window_extents; /* places in the window */
    struct qp_extent_entry *extents;
    uint32_t *placed;             /* by place in the window: extent number, 0 = a hole */
    struct qp_header header;      /* as it was when opened */
    const struct qp_steps *steps; /* NULL = nobody is told */
    uint64_t taken;
    uint64_t damages;
    char damage[200]; /* the first */
};

/* Records of one kind, one after the other. One that is not published is skipped: its writer found no memory on the
 * way, or is not done yet. */
struct qp_records {
    const unsigned char *bytes;
    size_t size;
};

struct qp_walk {
    enum qp_kind kind;
    uint32_t extent;
    uint32_t offset;
};

/* Open a data file. The result is 0, else the error's code; nothing is to be closed then. */
int qp_reader_open(struct qp_reader *reader, const char *path, struct qp_error *error);

/* The same for an open file, which stays the caller's. The recorder itself uses this one: closing any other
 * descriptor of the file would give up its lock. ending is what the caller knows. */
int qp_reader_open_fd(struct qp_reader *reader, int fd, enum qp_ending ending, struct qp_error *error);
void qp_reader_close(struct qp_reader *reader);

/* Whether the file has more extents than when it was opened: what is in these was not seen. Of a live file. */
bool qp_reader_has_grown(const struct qp_reader *reader);

/* Go through the chunks of walk->kind; start with all else zero. */
bool qp_reader_next(struct qp_reader *reader, struct qp_walk *walk, struct qp_records *records);

/* Hand the records of a kind to add, each of size bytes: those that are published, by a first field of 32 bits. Until
 * add returns false, for lack of memory. Returns what it did. */
bool qp_reader_each(struct qp_reader *reader, enum qp_kind kind, size_t size, bool (*add)(void *to, const void *record),
                    void *to);

/* So many bytes more were taken in; for who walks by itself. */
void qp_reader_take(struct qp_reader *reader, size_t size);

/* Give back the memory of a part of the mapping; the kernel reads the file again if the part is accessed. */
void qp_reader_drop(const struct qp_reader *reader, const void *bytes, size_t size);

/* size bytes at a reference, NULL when they are not all there. */
const void *qp_reader_at(const struct qp_reader *reader, uint32_t reference, size_t size);

/* A table of count entries, NULL when it is not all there. Tables are not shared, so together they are no larger than
 * the window: *budget, which begins with its size, keeps a damaged file from making us expand the same bytes for each
 * of its records. */
const void *qp_reader_table(const struct qp_reader *reader, uint32_t reference, uint32_t count, size_t size,
                            uint64_t *budget);

/* The reference of a record in the mapping. */
uint32_t qp_reader_reference(const struct qp_reader *reader, const void *record);

/* The string at a reference; none for 0, and for a string that is not whole, which counts as a damage. */
struct qp_text qp_reader_text(struct qp_reader *reader, uint32_t reference);

/* Count something unsound; the first is kept in words. In a live file a record may be half there: no damage. */
void qp_reader_damage(struct qp_reader *reader, const char *format, ...) QP_PRINTF(2, 3);

#endif
