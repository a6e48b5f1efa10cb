/* table.h - tables with aligned columns, shortened to the width of a terminal. Programs get tab-separated lines.
 *
 * Cells are added row by row, left to right. Numbers are right-aligned, with the units of times aligned. */
#pragma once

#include "base/attribute.h"
#include "base/text.h"
#include "show/parts/cell.h"
#include "show/parts/fit.h"

#define QP_TABLE_COLUMNS QP_FIT_COLUMNS

/* Header of a stored cell. It is followed by the cell's two numbers (not in a cell of text), and by the cell's
 * formatted text. */
struct qp_table_head {
    uint8_t kind, style, marks;
};

struct qp_table {
    uint32_t column_count;
    uint32_t given; /* number of cells to add for each row, including the cells of skipped columns */
    bool skipped[QP_TABLE_COLUMNS];
    char words[480];                   /* column titles */
    uint32_t titles[QP_TABLE_COLUMNS]; /* start of each title in `words`, where a '|' separates titles */
    bool left[QP_TABLE_COLUMNS];       /* true for left-aligned texts, false for right-aligned numbers */
    bool key[QP_TABLE_COLUMNS];        /* true for columns that identify a row */
    bool hidden[QP_TABLE_COLUMNS];     /* true for columns that are shown only if two rows would look alike without
                                        * them */
    char *bytes;                       /* stored cells */
    size_t used;
    size_t room;
    uint64_t cells;
    uint32_t column; /* column of the next cell, counting skipped columns, too */
    bool estimated;  /* some cell is an estimate */
    bool failed;     /* out of memory: rows are missing */
};

/* Begin a table with titles such as "calls|share|-function". If programs get a different title, it follows a ';', as in
 * "share;lines share". Marks before a title:
 *
 *   -  a left-aligned text
 *   *  after it: a column that identifies the row, which narrow terminals show, too; by default the first text
 *   +  after it: a column that only people get, and only if it distinguishes rows that look alike without it */
void qp_table_init(struct qp_table *table, const char *titles);

/* Begin a table that has only the columns for which `has` is true. The caller adds a cell for each title anyway; the
 * cells of the other columns are ignored. */
void qp_table_init_some(struct qp_table *table, const char *titles, const bool has[]);
void qp_table_fini(struct qp_table *table);

/* Add a cell of any kind. */
void qp_table_add_cell(struct qp_table *table, const struct qp_cell *cell);

/* Add text, which is copied and must be printable (qp_text_show). */
void qp_table_add(struct qp_table *table, enum qp_style style, const char *text);

/* Add arbitrary text, which is made printable and cut at 16,000 bytes. */
void qp_table_add_text(struct qp_table *table, enum qp_style style, struct qp_text text);

/* Add printable text, formatted like printf does and cut at 1,200 bytes. */
void qp_table_addf(struct qp_table *table, enum qp_style style, const char *format, ...) QP_PRINTF(3, 4);

void qp_table_add_count(struct qp_table *table, uint64_t count);

/* Add a count to a column in which few rows have a value. In tables for people, 0 is shown as a blank. */
void qp_table_add_some(struct qp_table *table, uint64_t count);

/* Add a time. `marks` are bits such as QP_CELL_SOME. */
void qp_table_add_time(struct qp_table *table, enum qp_style style, uint64_t ns, unsigned marks);

/* Add a part of a whole in per cent. */
void qp_table_add_share(struct qp_table *table, enum qp_style style, uint64_t part, uint64_t whole);

/* Add the confidence interval of a share that was estimated from this number of samples; nothing for 0. */
void qp_table_add_interval(struct qp_table *table, uint64_t part, uint64_t whole, uint64_t samples);

/* Add a part of a whole as two counts, such as 3/5. */
void qp_table_add_part(struct qp_table *table, uint64_t part, uint64_t whole);

/* Add a change of a count, or of a number of another kind, with its sign. */
void qp_table_add_change(struct qp_table *table, enum qp_style style, int64_t count);
void qp_table_add_change_of(struct qp_table *table, enum qp_cell_kind kind, enum qp_style style, int64_t change);

/* Return how many of `count` rows to show: at most `most`, or all if `most` is 0. */
static inline uint32_t qp_table_at_most(uint32_t count, uint32_t most)
{
    return most && most < count ? most : count;
}

/* Make the column with this title a key, for the number by which rows are sorted. If there is no such column, do
 * nothing. */
void qp_table_keep(struct qp_table *table, const char *title);

/* Drop the column with the title `title` if in each row it equals the column with the title `other`. In a table for
 * people, the shown texts must be equal; in a table for programs, the exact numbers, too. Call this function after the
 * last row. It has no effect if one of the columns is missing. */
void qp_table_drop_same(struct qp_table *table, const char *title, const char *other, const struct qp_stream *stream);

/* Return true if the table has no rows. */
bool qp_table_is_empty(const struct qp_table *table);

/* Return the position in a line at which the last column starts if nothing is shortened. */
size_t qp_table_last_begins(const struct qp_table *table);

/* Print the titles and all complete rows. Return false if rows are missing because memory ran out. */
bool qp_table_print(const struct qp_table *table, const struct qp_stream *stream);

/* Print the table (see qp_table_print) and free it. If the table has no rows, print the sentence `none` instead, or
 * nothing if `none` is NULL. */
bool qp_table_finish(struct qp_table *table, const struct qp_stream *stream, const char *none);
