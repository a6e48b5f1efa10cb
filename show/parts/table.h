/* table.h - rows in aligned columns, as wide as their widest cell, or shortened to the lines of a terminal; for
 * programs lines with a tab between the cells.
 *
 * Cells are given row by row, left to right. Numbers stand right, and the units of times below each other. */
#ifndef QP_SHOW_PARTS_TABLE_H
#define QP_SHOW_PARTS_TABLE_H

#include "base/attribute.h"
#include "base/text.h"
#include "show/parts/cell.h"
#include "show/parts/fit.h"

#define QP_TABLE_COLUMNS QP_FIT_COLUMNS

/* How a cell lies in a table: this, its two numbers, which a text has not, and what people see of it. */
struct qp_table_head {
    uint8_t kind, style, marks;
};

struct qp_table {
    uint32_t column_count;
    char words[480];                   /* the titles */
    uint32_t titles[QP_TABLE_COLUMNS]; /* where each begins, up to a '|' or the end */
    bool left[QP_TABLE_COLUMNS];       /* text; numbers stand right */
    char *bytes;                       /* cells, one behind the other */
    size_t used;
    size_t room;
    uint64_t cells;
    uint32_t column; /* of the next cell */
    bool failed;     /* no memory: rows are missing */
};

/* The titles of the columns, such as "calls|share|-function": a '-' begins one that stands left. Where programs need
 * another title, it follows a ';': "share;lines share". */
void qp_table_init(struct qp_table *table, const char *titles);
void qp_table_fini(struct qp_table *table);

/* The next cell; text is copied and must be printable (qp_text_show). */
void qp_table_add(struct qp_table *table, enum qp_style style, const char *text);

/* A text of a stranger's, made printable and cut at 16,000 bytes; a printf, cut at 1,200 bytes. */
void qp_table_add_text(struct qp_table *table, enum qp_style style, struct qp_text text);
void qp_table_addf(struct qp_table *table, enum qp_style style, const char *format, ...) QP_PRINTF(3, 4);

/* Numbers: a count, also one that few rows have; nanoseconds, with marks of a cell; a part of a whole in per cent; the
 * interval of one that was sampled; how long ago something was; bytes; a part of a whole as two counts. */
void qp_table_add_count(struct qp_table *table, uint64_t count);
void qp_table_add_some(struct qp_table *table, uint64_t count);
void qp_table_add_time(struct qp_table *table, enum qp_style style, uint64_t ns, unsigned marks);
void qp_table_add_share(struct qp_table *table, enum qp_style style, uint64_t part, uint64_t whole);
void qp_table_add_interval(struct qp_table *table, uint64_t part, uint64_t whole, uint64_t samples);
void qp_table_add_age(struct qp_table *table, uint64_t ns);
void qp_table_add_bytes(struct qp_table *table, uint64_t bytes);
void qp_table_add_part(struct qp_table *table, uint64_t part, uint64_t whole);

/* Changes: of a count, of nanoseconds, of a number to another as their ratio; and a range of counts. */
void qp_table_add_change(struct qp_table *table, enum qp_style style, int64_t count);
void qp_table_add_time_change(struct qp_table *table, enum qp_style style, int64_t ns);
void qp_table_add_ratio(struct qp_table *table, enum qp_style style, uint64_t before, uint64_t after);
void qp_table_add_range(struct qp_table *table, uint64_t least, uint64_t most);

/* Whether there is no row below the titles. */
bool qp_table_is_empty(const struct qp_table *table);

/* How many columns of a line the last column begins behind, when nothing is shortened. */
size_t qp_table_last_begins(const struct qp_table *table);

/* Draw the titles and all whole rows. Returns false when memory ran out on the way. */
bool qp_table_print(const struct qp_table *table, const struct qp_stream *stream);

/* The same and free the table; one without rows is drawn as a sentence, and not at all for NULL. */
bool qp_table_finish(struct qp_table *table, const struct qp_stream *stream, const char *none);

#endif
