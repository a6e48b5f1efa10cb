/* columns.h - a table of the page's payload while it is filled: an array of bytes for each column of its schema.
 *
 *   uint   LEB128
 *   delta  the difference from the previous row's value, zigzag-encoded, then as a uint
 *   row    the number of a row of another table, plus 1, as a uint; 0 for QP_NONE
 *   text   its length as a uint, then UTF-8
 *   real   8 bytes, little-endian
 *
 * After a failed allocation the table ignores further rows, and qp_payload_end reports the failure. */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define QP_COLUMNS 32
#define QP_CELL    8 /* size and alignment of a field in the C struct of a row */

typedef uint64_t qp_cell_uint;
typedef uint64_t qp_cell_delta;
typedef uint32_t qp_cell_row;
typedef const char *qp_cell_text;
typedef double qp_cell_real;

enum qp_cell_type { QP_CELL_uint, QP_CELL_delta, QP_CELL_row, QP_CELL_text, QP_CELL_real };

struct qp_schema_column {
    const char *name;
    const char *type_name;
    enum qp_cell_type type;
};

struct qp_schema {
    const char *name;
    const struct qp_schema_column *columns;
    uint32_t count;
};

struct qp_column {
    unsigned char *bytes;
    size_t size;
    size_t capacity;
    uint64_t last; /* for a column of type delta: value of the previous row */
    bool any;      /* true if the column has a value that is not 0, or a text that is not empty */
};

struct qp_columns {
    struct qp_column columns[QP_COLUMNS];
    uint64_t rows;
    bool failed;
};

/* Append a row: `row` points to a struct qp_row_... of this schema (schema.h). */
void qp_columns_add(struct qp_columns *table, const struct qp_schema *schema, const void *row);
void qp_columns_fini(struct qp_columns *table);
