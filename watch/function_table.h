/* function_table.h - the functions of a run as they are watched: which rows in which order, and the columns that fit.
 */
#ifndef QP_WATCH_FUNCTION_TABLE_H
#define QP_WATCH_FUNCTION_TABLE_H

#include "watch/drawing.h"
#include "watch/list.h"
#include "watch/watched.h"

/* Orders, from left to right as their columns stand: X(constant, the word of --sort). */
#define QP_TOP_SORTS(X)                                                                                                \
    X(SELF, "self")                                                                                                    \
    X(TOTAL, "total")                                                                                                  \
    X(RUNNABLE, "runnable")                                                                                            \
    X(BLOCKED, "blocked")                                                                                              \
    X(WAITING, "waiting")                                                                                              \
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
    bool total; /* all of the run, not what happened lately */
    enum qp_top_sort sort;
    char filter[QP_TOP_FILTER]; /* a pattern of names or places (profile/source/pattern.h); empty = all */
    uint32_t *rows;             /* indexes into the functions of struct qp_recent */
    struct qp_list list;
    uint32_t chosen; /* index of the function that stays selected wherever its row goes */
    bool follows;    /* chosen is set; else the selection stays at its place */
};

/* Choose and order the rows anew. Returns false without memory. */
bool qp_function_table_update(struct qp_function_table *table, const struct qp_watched *watched);
void qp_function_table_free(struct qp_function_table *table);

/* Select a row; the first one is the place, not the function. */
void qp_function_table_select(struct qp_function_table *table, int64_t row);

/* The next order to the right (1) or left (-1) whose column has something to say. */
void qp_function_table_sort_next(struct qp_function_table *table, const struct qp_watched *watched, int step);

/* Draw titles and as many rows as there is room for, from a row of the drawing on. */
void qp_function_table_draw(struct qp_function_table *table, const struct qp_watched *watched,
                            struct qp_drawing *drawing, unsigned row, unsigned height);

/* Whether a kind of time is worth a column: not less than a thousandth of the running time. */
bool qp_function_table_has(const struct qp_watched *watched, enum qp_amount amount);

/* An amount of a function, or of all, as it is shown: lately it is that of a second. */
uint64_t qp_function_table_amount(const struct qp_watched *watched, const struct qp_recent_part *part,
                                  enum qp_amount amount, bool total);

#endif
