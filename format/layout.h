/* layout.h - the names, types and sizes of the fields of each kind of record, for showing single records.
 *
 * A layout is a text with an item "name:tN" for each field: its name, its type t and its size of N bytes. Types: u
 * unsigned, i signed, x bits, d float or double, s reference of a string, r reference of another record, b raw bytes.
 * Records have no hidden padding, so the offset of a field is the sum of the sizes before it. */
#pragma once

#include "format/record.h"

#include <stdbool.h>
#include <stddef.h>

struct qp_layout_field {
    const char *name;
    int name_length;
    char type;
    size_t offset;
    size_t size;
};

/* Return the layout of a kind's records. For block arrays, intervals and trace blocks, return the layout of their
 * headers. Return NULL for kinds whose records are not structs. */
const char *qp_layout(enum qp_kind kind);

/* Read the next field of a layout. Before the first call, zero `field` and set *rest to the layout. Return false
 * after the last field. */
bool qp_layout_next(struct qp_layout_field *field, const char **rest);

/* Return the size of a record in bytes. */
size_t qp_layout_size(const char *layout);
