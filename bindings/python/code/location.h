/* location.h - entries of the location table of a code object (co_linetable). */
#pragma once

#include "bindings/python/code/varint.h"

/* The first byte of an entry has the bit QPY_VARINT_ENTRY, the form in bits 3 to 6, and the number of code units minus
 * one in bits 0 to 2. The other bytes depend on the form. */
struct qpy_location {
    const unsigned char *body;
    int body_size;
    int form;
    int units;
};

enum {
    QPY_LOCATION_LINE_0 = 10, /* on the line of the entry before, or one or two lines below it; with columns */
    QPY_LOCATION_LINE_2 = 12,
    QPY_LOCATION_NO_COLUMNS = 13, /* a line relative to the entry before */
    QPY_LOCATION_LONG = 14,       /* the same, with columns */
    QPY_LOCATION_NONE = 15,
    QPY_LOCATION_UNITS = 8, /* greatest number of code units */
    QPY_LOCATION_BODY = 24  /* greatest size of a body that a compiler writes: four numbers of 32 bits */
};

/* Read an entry, and move *at behind it. */
static inline struct qpy_location qpy_location_next(const unsigned char **at, const unsigned char *end)
{
    unsigned first = *(*at)++;
    struct qpy_location entry = {.body = *at, .form = (int)(first >> 3 & 15), .units = (int)(first & 7) + 1};
    while (*at < end && !(**at & QPY_VARINT_ENTRY))
        ++*at;
    entry.body_size = (int)(*at - entry.body);
    return entry;
}

/* Return whether an entry has its line as a number, relative to the entry before. */
static inline int qpy_location_has_number(const struct qpy_location *entry)
{
    return entry->form == QPY_LOCATION_NO_COLUMNS || entry->form == QPY_LOCATION_LONG;
}
