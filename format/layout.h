/* layout.h - the names, types and sizes of the fields of each kind of record, for showing single records.
 *
 * A layout is a text of "name:tN": t is the type and N the bytes of the field. Types: u unsigned, i signed, x bits, d
 * float or double, s reference of a string, r reference of another record, b raw bytes. Records have no hidden padding,
 * so the offset of a field is the sum of the sizes before it. */
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

/* Return the layout of a kind's records, or of the header for block arrays and trace blocks. Return NULL for kinds
 * whose records are not structs. */
const char *qp_layout(enum qp_kind kind);

/* Read the next field of a layout: start with a zeroed field and *rest = layout. Return false after the last. */
bool qp_layout_next(struct qp_layout_field *field, const char **rest);

/* Return the bytes of a record. */
size_t qp_layout_size(const char *layout);
