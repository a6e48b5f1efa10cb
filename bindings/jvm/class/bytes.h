/* bytes.h - bounds-checked cursor and growing writer for the bytes of a class file.
 *
 * Cursor and writer remember errors, so that callers need to check only once, at the end. Numbers are big-endian. */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct qjvm_cursor {
    const unsigned char *at;
    size_t left;
    bool past_end; /* a read exceeded the end; all later reads return 0 */
};

/* Return a number of two (u2) or four (u4) bytes, without a bounds check. */
static inline unsigned qjvm_get_u2(const unsigned char *at)
{
    return (unsigned)at[0] << 8 | at[1];
}

static inline uint32_t qjvm_get_u4(const unsigned char *at)
{
    return (uint32_t)qjvm_get_u2(at) << 16 | qjvm_get_u2(at + 2);
}

unsigned qjvm_read_u1(struct qjvm_cursor *cursor);
unsigned qjvm_read_u2(struct qjvm_cursor *cursor);
uint32_t qjvm_read_u4(struct qjvm_cursor *cursor);

/* Return the next `size` bytes, NULL if fewer are left. */
const unsigned char *qjvm_read_bytes(struct qjvm_cursor *cursor, size_t size);

/* Return whether everything was read, and no read exceeded the end. */
bool qjvm_cursor_done(const struct qjvm_cursor *cursor);

/* Growing array of bytes. A struct of zeros is empty. */
struct qjvm_writer {
    unsigned char *bytes;
    size_t size;
    size_t room;
    bool no_memory; /* an allocation failed; all later writes are ignored */
};

void qjvm_writer_fini(struct qjvm_writer *writer);
void qjvm_write_u1(struct qjvm_writer *writer, unsigned value);
void qjvm_write_u2(struct qjvm_writer *writer, unsigned value);
void qjvm_write_u4(struct qjvm_writer *writer, uint32_t value);
void qjvm_write_bytes(struct qjvm_writer *writer, const void *bytes, size_t size);

/* Overwrite bytes at an offset. */
void qjvm_overwrite_u2(struct qjvm_writer *writer, size_t offset, unsigned value);
void qjvm_overwrite_u4(struct qjvm_writer *writer, size_t offset, uint32_t value);

/* Shorten the content to `size` bytes. */
void qjvm_writer_cut(struct qjvm_writer *writer, size_t size);
