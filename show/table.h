/* table.h - rows of text in aligned columns, as wide as their widest cell.
 *
 * Cells are given row by row, left to right; the last column is neither padded nor cut. */
#ifndef QP_SHOW_TABLE_H
#define QP_SHOW_TABLE_H

#include "base/attribute.h"
#include "base/text.h"
#include "show/stream.h"

#define QP_TABLE_COLUMNS 16

struct qp_table {
    uint32_t column_count;
    bool left[QP_TABLE_COLUMNS]; /* text; numbers stand right */
    size_t widths[QP_TABLE_COLUMNS];
    char *bytes; /* per cell: a style, the text, a NUL */
    size_t used;
    size_t room;
    uint32_t cells;  /* the titles too: they are the first row */
    uint32_t column; /* of the next cell */
    bool failed;     /* no memory: rows are missing */
};

/* The titles of the columns, such as "calls|share|-function": a '-' begins one that stands left. */
void qp_table_init(struct qp_table *table, const char *titles);
void qp_table_fini(struct qp_table *table);

/* The next cell; text is copied and must be printable (qp_text_show). */
void qp_table_add(struct qp_table *table, enum qp_style style, const char *text);

/* A text of a stranger's, made printable and cut at 1,000 bytes; a count with its thousands apart; a printf, cut at
 * 1,200 bytes. */
void qp_table_add_text(struct qp_table *table, enum qp_style style, struct qp_text text);
void qp_table_add_count(struct qp_table *table, uint64_t count);
void qp_table_addf(struct qp_table *table, enum qp_style style, const char *format, ...) QP_PRINTF(3, 4);

/* Whether there is no row below the titles. */
bool qp_table_is_empty(const struct qp_table *table);

/* Draw the titles and all whole rows. Returns false when memory ran out on the way. */
bool qp_table_print(const struct qp_table *table, const struct qp_stream *stream);

/* The same and free the table; one without rows is drawn as a sentence, and not at all for NULL. */
bool qp_table_finish(struct qp_table *table, const struct qp_stream *stream, const char *none);

#endif
