#include "export/jfr/bytes.h"

#include <limits.h>
#include <stdlib.h>
#include <string.h>

static bool make_room(struct qp_jfr_bytes *bytes, size_t count)
{
    size_t needed = bytes->count + count, room = bytes->room ? bytes->room : 256;
    if (needed <= bytes->room)
        return true;
    while (room < needed)
        room *= 2;
    unsigned char *grown = needed <= INT_MAX ? realloc(bytes->items, room) : NULL;
    if (!grown)
        return false;
    bytes->items = grown;
    bytes->room = room;
    return true;
}

void qp_jfr_append(struct qp_jfr_bytes *bytes, const void *items, size_t count)
{
    if (bytes->failed || !make_room(bytes, count)) {
        bytes->failed = true;
        return;
    }
    if (count)
        memcpy(bytes->items + bytes->count, items, count);
    bytes->count += count;
}

size_t qp_jfr_number_size(uint64_t number)
{
    size_t size = 1;
    while (size < 9 && (number >>= 7) != 0)
        size++;
    return size;
}

void qp_jfr_number(struct qp_jfr_bytes *bytes, uint64_t number)
{
    unsigned char groups[9];
    size_t last = qp_jfr_number_size(number) - 1;
    for (size_t i = 0; i < last; i++, number >>= 7)
        groups[i] = (unsigned char)(number | 0x80);
    groups[last] = (unsigned char)number;
    qp_jfr_append(bytes, groups, last + 1);
}

void qp_jfr_string(struct qp_jfr_bytes *bytes, const char *string)
{
    enum { NO_STRING, EMPTY, UTF_8 = 3 }; /* encodings */
    size_t length = string ? strlen(string) : 0;
    qp_jfr_number(bytes, !string ? NO_STRING : length ? UTF_8 : EMPTY);
    if (length) {
        qp_jfr_number(bytes, length);
        qp_jfr_append(bytes, string, length);
    }
}
