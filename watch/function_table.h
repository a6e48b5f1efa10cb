/* function_table.h - the table of functions in qii top: row order, filter, and the columns that fit. */
#pragma once

#include "watch/drawing.h"
#include "watch/list.h"
#include "watch/watched.h"

/* Sort orders, in the sequence of their columns: X(constant, value of --sort). */
#define QP_TOP_SORTS(X)                                                                                                \
    X(SELF, "self")                                                                                                    \
    X(TOTAL, "total")                                                                                                  \
    X(RUNNABLE, "runnable")                                                                                            \
    X(BLOCKED, "blocked")                                                                                              \
    X(WAITING, "waiting")                                                                                              \
    X(SAMPLES, "samples")                                                                                              \
    X(CALLS, "calls")                                                                                                  \
    X(PER_CALL, "per-call")                                                                                            \
    X(NAME, "name")

enum qp_top_sort {
#define X(constant, word) QP_TOP_BY_##constant,
    QP_TOP_SORTS(X)
#undef X
        QP_TOP_SORT_COUNT
};

extern const char *const qp_top_sort_words[]; /* in the order of the enum; ends with NULL */

#define QP_TOP_FILTER 120

struct qp_function_table {
    bool total; /* show the whole run, not the recent interval */
    enum qp_top_sort sort;
    char filter[QP_TOP_FILTER]; /* pattern for names or files (profile/source/pattern.h); empty = all */
    uint32_t *rows;             /* indexes into the functions of struct qp_recent */
    struct qp_list list;
    uint32_t chosen; /* the function that stays selected when its row moves, if `follows` is true */
    bool follows;    /* true: the selection follows the function `chosen`; false: it stays at its row number */
};

/* Select and sort the rows again. Return false if out of memory. */
bool qp_function_table_update(struct qp_function_table *table, const struct qp_watched *watched);

/* Select a row, and follow its function when the row moves. If the row is the first row, the selection stays at the
 * top instead. */
void qp_function_table_select(struct qp_function_table *table, int64_t row);

/* Sort by the next column that has data: the one to the right if `step` is 1, to the left if it is -1. */
void qp_function_table_sort_next(struct qp_function_table *table, const struct qp_watched *watched, int step);

/* Draw the titles into line `row` of the drawing, and below it as many functions as fit. All together take at most
 * `height` lines. */
void qp_function_table_draw(struct qp_function_table *table, const struct qp_watched *watched,
                            struct qp_drawing *drawing, unsigned row, unsigned height);

/* Return true if a kind of time is shown in a column, because it is at least a thousandth of the running time. */
bool qp_function_table_has(const struct qp_watched *watched, enum qp_amount amount);

/* Return the amount that is the number of calls: of samples, if the run counted no calls. */
enum qp_amount qp_function_table_calls(const struct qp_watched *watched);

/* Return an amount of a function, or of all functions, as it is shown: amounts of the recent interval are per
 * second. */
uint64_t qp_function_table_amount(const struct qp_watched *watched, const struct qp_recent_part *part,
                                  enum qp_amount amount, bool total);
