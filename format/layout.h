/* layout.h - the fields of each kind of record by name, in their order, for those who look at single records.
 *
 * A layout is a text of "name:tN": t is the type and N the bytes of the field. Types: u unsigned, i signed, x bits, d a
 * float or double, s reference of a string, r reference of another record, b just bytes. Records have no hidden
 * padding, so the offset of a field is the sum of those before it. */
#ifndef QP_FORMAT_LAYOUT_H
#define QP_FORMAT_LAYOUT_H

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

/* The layout of a kind's records, of block arrays and trace blocks that of their header; NULL for kinds whose records
 * are no structs. */
const char *qp_layout(enum qp_kind kind);

/* The next field of a layout: begin with a zeroed field and *rest = layout. Returns false after the last. */
bool qp_layout_next(struct qp_layout_field *field, const char **rest);

/* Bytes of a record. */
size_t qp_layout_size(const char *layout);

#endif
