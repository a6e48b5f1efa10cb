/* reader.h - a data file, mapped read-only: its header, its extents, its chunks, as record.h defines them.
 *
 * The reader accepts any bytes. A reference to something beyond the size that the file had when it was opened yields
 * NULL. Inconsistencies are counted, the first one is described, and inconsistent data is skipped.
 *
 * The reader maps the extents at their positions in the window (record.h), so that resolving a reference is one
 * addition. Holes in the window read as zeros, which means "not published". */
#pragma once

#include "base/attribute.h"
#include "base/error.h"
#include "base/text.h"
#include "format/record.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* End of the run, X(constant, name). RUNNING means that the recorder is alive and holds a lock on byte 0. KILLED means
 * that the recorder ended without completing the file. */
#define QP_ENDING_LIST(X)                                                                                              \
    X(NORMAL, "normal")                                                                                                \
    X(RUNNING, "running")                                                                                              \
    X(KILLED, "killed")

enum qp_ending {
#define X(constant, name) QP_ENDING_##constant,
    QP_ENDING_LIST(X)
#undef X
};

/* Progress callback, called per chunk with the number of bytes read so far. */
struct qp_steps {
    void (*step)(void *to, uint64_t taken);
    void *to;
};

struct qp_reader {
    int fd;
    bool owned; /* true if closing the reader also closes fd */
    enum qp_ending ending;
    uint32_t recorder; /* pid of the recorder of a RUNNING file opened by qp_reader_open; 0 = it has no pid in this
                          namespace */
    const unsigned char *window;
    size_t window_size;      /* bytes */
    uint64_t file_size;      /* when it was opened */
    uint32_t extent_count;   /* number of extents of which the file contains at least a part */
    uint32_t window_extents; /* positions in the window */
    struct qp_extent_entry *extents;
    uint32_t *placed;             /* extent number by position in the window, 0 = a hole */
    struct qp_header header;      /* as read at opening */
    const struct qp_steps *steps; /* NULL = no callback */
    uint64_t taken;
    uint64_t damages;
    char damage[200]; /* description of the first inconsistency */
};

/* Consecutive records of one kind. Readers skip records that are not published, because their writer ran out of
 * memory or has not finished them. */
struct qp_records {
    const unsigned char *bytes;
    size_t size;
};

struct qp_walk {
    enum qp_kind kind;
    uint32_t extent;
    uint32_t offset;
};

/* Open a data file. Return 0, or the error's code; then there is nothing to close. */
int qp_reader_open(struct qp_reader *reader, const char *path, struct qp_error *error);

/* Read a data file through an open descriptor. Closing the reader does not close this descriptor. The recorder reads
 * its own file with this function, because closing any other descriptor of the file would release the recorder's lock.
 * The caller passes in `ending` how the run ended. Return 0, or the error's code; then there is nothing to close. */
int qp_reader_open_fd(struct qp_reader *reader, int fd, enum qp_ending ending, struct qp_error *error);
void qp_reader_close(struct qp_reader *reader);

/* Return true if a live file has more extents now than when it was opened. The reader does not have the new extents. */
bool qp_reader_has_grown(const struct qp_reader *reader);

/* Get the records of the next chunk of walk->kind. At the start, all other fields of `walk` are zero. Return false
 * after the last chunk. */
bool qp_reader_next(struct qp_reader *reader, struct qp_walk *walk, struct qp_records *records);

/* Call `add` for each published record of a kind, until `add` returns false because it ran out of memory. A record
 * has `size` bytes, of which the first four are the publication field. Return true if all records were added. */
bool qp_reader_each(struct qp_reader *reader, enum qp_kind kind, size_t size, bool (*add)(void *to, const void *record),
                    void *to);

/* Report to the progress callback that `size` more bytes were read. A caller of qp_reader_next must also call this
 * function; qp_reader_each calls it itself. */
void qp_reader_take(struct qp_reader *reader, size_t size);

/* Release the memory of a part of the mapping. If the part is accessed again, the kernel reads it from the file
 * again. */
void qp_reader_drop(const struct qp_reader *reader, const void *bytes, size_t size);

/* Return the `size` bytes at a reference, NULL if some of them are not in the file. */
const void *qp_reader_at(const struct qp_reader *reader, uint32_t reference, size_t size);

/* Return a table of `count` entries. Return NULL if a part of the table is not in the file, or if the table is
 * larger than *budget. *budget is initially the size of the window; this function reduces it by the size of the table.
 * The tables of a valid file never exceed *budget, because each table is in the file only once. In a damaged file, all
 * records could refer to the same large table. Without *budget, this table would be read for each record. */
const void *qp_reader_table(const struct qp_reader *reader, uint32_t reference, uint32_t count, size_t size,
                            uint64_t *budget);

/* Return the reference of a record in the mapping. */
uint32_t qp_reader_reference(const struct qp_reader *reader, const void *record);

/* Return the string at a reference. Return an empty text for the reference 0, and for an incomplete string, which
 * counts as an inconsistency. */
struct qp_text qp_reader_text(struct qp_reader *reader, uint32_t reference);

/* Count an inconsistency, and keep the description of the first. In a live file, an incomplete record is not an
 * inconsistency. */
void qp_reader_damage(struct qp_reader *reader, const char *format, ...) QP_PRINTF(2, 3);
