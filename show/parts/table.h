/* table.h - tables with aligned columns, shortened to the width of a terminal; for programs tab-separated lines.
 *
 * Cells are added row by row, left to right. Numbers are right-aligned, with the units of times aligned. */
#pragma once

#include "base/attribute.h"
#include "base/text.h"
#include "show/parts/cell.h"
#include "show/parts/fit.h"

#define QP_TABLE_COLUMNS QP_FIT_COLUMNS

/* Header of a stored cell; its two numbers (not for text) and its formatted text follow. */
struct qp_table_head {
    uint8_t kind, style, marks;
};

struct qp_table {
    uint32_t column_count;
    uint32_t given; /* number of columns whose cells are added: those of the table and the skipped ones */
    bool skipped[QP_TABLE_COLUMNS];
    char words[480];                   /* column titles */
    uint32_t titles[QP_TABLE_COLUMNS]; /* start of each title, which ends at a '|' or at the end of words */
    bool left[QP_TABLE_COLUMNS];       /* left-aligned text; numbers are right-aligned */
    char *bytes;                       /* stored cells */
    size_t used;
    size_t room;
    uint64_t cells;
    uint32_t column; /* index of the next cell's column among the given ones */
    bool estimated;  /* some cell is an estimate */
    bool failed;     /* out of memory: rows are missing */
};

/* Begin a table. titles: "calls|share|-function"; a '-' marks a left-aligned column. A different title for programs
 * follows a ';': "share;lines share". */
void qp_table_init(struct qp_table *table, const char *titles);

/* Begin a table with only those columns for which `has` is true. Cells are still added for all titles; those of the
 * other columns are ignored. */
void qp_table_init_some(struct qp_table *table, const char *titles, const bool has[]);
void qp_table_fini(struct qp_table *table);

/* Add a cell of any kind. */
void qp_table_add_cell(struct qp_table *table, const struct qp_cell *cell);

/* Add text, which is copied and must be printable (qp_text_show). */
void qp_table_add(struct qp_table *table, enum qp_style style, const char *text);

/* Add arbitrary text, made printable and cut at 16,000 bytes; formatted text, cut at 1,200 bytes. */
void qp_table_add_text(struct qp_table *table, enum qp_style style, struct qp_text text);
void qp_table_addf(struct qp_table *table, enum qp_style style, const char *format, ...) QP_PRINTF(3, 4);

/* Add a number: a count; a count that few rows have; nanoseconds, with marks of a cell; a share in per cent; the
 * confidence interval of a sampled share; a part of a whole as two counts. */
void qp_table_add_count(struct qp_table *table, uint64_t count);
void qp_table_add_some(struct qp_table *table, uint64_t count);
void qp_table_add_time(struct qp_table *table, enum qp_style style, uint64_t ns, unsigned marks);
void qp_table_add_share(struct qp_table *table, enum qp_style style, uint64_t part, uint64_t whole);
void qp_table_add_interval(struct qp_table *table, uint64_t part, uint64_t whole, uint64_t samples);
void qp_table_add_part(struct qp_table *table, uint64_t part, uint64_t whole);

/* Add a change: of a count; of nanoseconds. */
void qp_table_add_change(struct qp_table *table, enum qp_style style, int64_t count);
void qp_table_add_time_change(struct qp_table *table, enum qp_style style, int64_t ns);

/* Return how many of `count` rows to show: at most `most`, 0 = all. */
static inline uint32_t qp_table_at_most(uint32_t count, uint32_t most)
{
    return most && most < count ? most : count;
}

/* Drop the column with this title if it shows the same in every row as the column `other`, to a person or a program.
 * Call this after the last row. Nothing happens if one of the columns is missing. */
void qp_table_drop_same(struct qp_table *table, const char *title, const char *other, const struct qp_stream *stream);

/* Return true if the table has no rows. */
bool qp_table_is_empty(const struct qp_table *table);

/* Return the column at which the last column starts if nothing is shortened. */
size_t qp_table_last_begins(const struct qp_table *table);

/* Print the titles and all complete rows. Return false if out of memory. */
bool qp_table_print(const struct qp_table *table, const struct qp_stream *stream);

/* Print the table, and free it. For a table without rows print the text `none` instead, or nothing if that is NULL. */
bool qp_table_finish(struct qp_table *table, const struct qp_stream *stream, const char *none);
