/* columns.h - a table of the page's payload while it is filled: columns of bytes, written row by row.
 *
 *   struct qp_columns table = {0};
 *   qp_columns_init(&table, "lines", "file:uint line:delta");
 *   qp_columns_uint(&table, 0, file);
 *   qp_columns_delta(&table, 1, line);
 *   qp_columns_row(&table);
 *
 *   uint   LEB128
 *   delta  the difference from the row before, in zigzag
 *   text   its length as a uint, then UTF-8
 *   real   8 bytes, little-endian
 *
 * Each row puts one value into each column, in any order. Without memory the table has failed and takes nothing more,
 * which the payload tells at the end. */
#ifndef QP_PAGE_COLUMNS_H
#define QP_PAGE_COLUMNS_H

#include "base/text.h"

#define QP_COLUMNS 32

struct qp_column {
    char name[24];
    char type[8];
    unsigned char *bytes;
    size_t size;
    size_t capacity;
    uint64_t last; /* of delta: the value of the row before */
    bool any;      /* some value is not 0 */
};

struct qp_columns {
    const char *name;
    struct qp_column columns[QP_COLUMNS];
    uint32_t count;
    uint64_t rows;
    bool failed;
};

/* columns: "NAME:TYPE NAME:TYPE ...", at most QP_COLUMNS. The name is a constant. */
void qp_columns_init(struct qp_columns *table, const char *name, const char *columns);
void qp_columns_fini(struct qp_columns *table);

void qp_columns_uint(struct qp_columns *table, uint32_t column, uint64_t value);
void qp_columns_delta(struct qp_columns *table, uint32_t column, uint64_t value);
void qp_columns_text(struct qp_columns *table, uint32_t column, struct qp_text text);
void qp_columns_string(struct qp_columns *table, uint32_t column, const char *text);
void qp_columns_real(struct qp_columns *table, uint32_t column, double value);

/* So many values of uint columns at once, from the first column on; ends the row. */
void qp_columns_uints(struct qp_columns *table, uint32_t first, const uint64_t *values, uint32_t count);

static inline void qp_columns_row(struct qp_columns *table)
{
    table->rows++;
}

#endif
