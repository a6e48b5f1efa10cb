#include "bindings/jvm/class/bytes.h"

#include <stdlib.h>
#include <string.h>

const unsigned char *qjvm_read_bytes(struct qjvm_cursor *cursor, size_t size)
{
    if (cursor->past_end || size > cursor->left) {
        cursor->past_end = true;
        return NULL;
    }
    const unsigned char *bytes = cursor->at;
    cursor->at += size;
    cursor->left -= size;
    return bytes;
}

unsigned qjvm_read_u1(struct qjvm_cursor *cursor)
{
    const unsigned char *byte = qjvm_read_bytes(cursor, 1);
    return byte ? *byte : 0;
}

unsigned qjvm_read_u2(struct qjvm_cursor *cursor)
{
    const unsigned char *bytes = qjvm_read_bytes(cursor, 2);
    return bytes ? qjvm_get_u2(bytes) : 0;
}

uint32_t qjvm_read_u4(struct qjvm_cursor *cursor)
{
    const unsigned char *bytes = qjvm_read_bytes(cursor, 4);
    return bytes ? qjvm_get_u4(bytes) : 0;
}

bool qjvm_cursor_done(const struct qjvm_cursor *cursor)
{
    return !cursor->past_end && cursor->left == 0;
}

void qjvm_writer_fini(struct qjvm_writer *writer)
{
    free(writer->bytes);
    *writer = (struct qjvm_writer){0};
}

static bool make_room(struct qjvm_writer *writer, size_t size)
{
    if (writer->no_memory)
        return false;
    if (size <= writer->room - writer->size)
        return true;
    size_t room = 2 * writer->room + size + 64;
    unsigned char *bytes = realloc(writer->bytes, room);
    if (!bytes) {
        writer->no_memory = true;
        return false;
    }
    writer->bytes = bytes;
    writer->room = room;
    return true;
}

void qjvm_write_bytes(struct qjvm_writer *writer, const void *bytes, size_t size)
{
    if (size == 0 || !make_room(writer, size))
        return;
    memcpy(writer->bytes + writer->size, bytes, size);
    writer->size += size;
}

void qjvm_write_u1(struct qjvm_writer *writer, unsigned value)
{
    const unsigned char byte = (unsigned char)value;
    qjvm_write_bytes(writer, &byte, 1);
}

void qjvm_write_u2(struct qjvm_writer *writer, unsigned value)
{
    const unsigned char bytes[] = {(unsigned char)(value >> 8), (unsigned char)value};
    qjvm_write_bytes(writer, bytes, sizeof bytes);
}

void qjvm_write_u4(struct qjvm_writer *writer, uint32_t value)
{
    qjvm_write_u2(writer, value >> 16);
    qjvm_write_u2(writer, value & 0xffff);
}

void qjvm_overwrite_u2(struct qjvm_writer *writer, size_t offset, unsigned value)
{
    if (writer->size < 2 || offset > writer->size - 2)
        return;
    writer->bytes[offset] = (unsigned char)(value >> 8);
    writer->bytes[offset + 1] = (unsigned char)value;
}

void qjvm_overwrite_u4(struct qjvm_writer *writer, size_t offset, uint32_t value)
{
    qjvm_overwrite_u2(writer, offset, value >> 16);
    qjvm_overwrite_u2(writer, offset + 2, value & 0xffff);
}

void qjvm_writer_cut(struct qjvm_writer *writer, size_t size)
{
    if (size < writer->size)
        writer->size = size;
}
