/* table.h - rows of text in aligned columns, as wide as their widest cell.
 *
 * Cells are given row by row, left to right; the last column is neither padded nor cut. */
#ifndef QP_EXPORT_TABLE_H
#define QP_EXPORT_TABLE_H

#include "base/text.h"

enum qp_style { QP_STYLE_PLAIN, QP_STYLE_BOLD, QP_STYLE_DIM, QP_STYLE_RED, QP_STYLE_YELLOW, QP_STYLE_GREEN };

struct qp_column {
    const char *title;
    bool left; /* text; numbers stand right */
};

#define QP_TABLE_COLUMNS 16

struct qp_table {
    const struct qp_column *columns;
    uint32_t column_count;
    size_t widths[QP_TABLE_COLUMNS];
    char *bytes; /* per cell: a style, the text, a NUL */
    size_t used;
    size_t room;
    uint32_t cells;
    uint32_t column; /* of the next cell */
    bool failed;     /* no memory: rows are missing */
};

void qp_table_init(struct qp_table *table, const struct qp_column *columns, uint32_t count);
void qp_table_fini(struct qp_table *table);

/* The next cell; text is copied and must be printable (qp_text_show). */
void qp_table_add(struct qp_table *table, enum qp_style style, const char *text);

/* Returns. false when memory ran out on the way. */
bool qp_table_print(const struct qp_table *table, FILE *out, bool colour);

/* The escape sequences of a style; both empty without colour. */
void qp_style_begin(FILE *out, enum qp_style style, bool colour);
void qp_style_end(FILE *out, enum qp_style style, bool colour);

#endif
