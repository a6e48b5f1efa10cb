/* call_table.h - the callers and callees of a function, with numbers of the whole run. */
#pragma once

#include "watch/drawing.h"
#include "watch/list.h"
#include "watch/watched.h"

struct qp_call_row {
    const char *title; /* title of the rows below this row; NULL = this row is a function */
    uint32_t function; /* index into the functions of struct qp_recent; QP_NONE = calls without a caller, made at the
                        * bottom of a thread's stack */
    uint64_t calls;
    uint64_t total; /* nanoseconds */
};

struct qp_call_table {
    uint32_t function; /* the function whose calls are shown */
    struct qp_call_row *rows;
    struct qp_list list;
};

/* Rebuild the rows. Return false if out of memory. */
bool qp_call_table_update(struct qp_call_table *table, const struct qp_watched *watched);

/* Return the function of the selected row; QP_NONE if the row has no function. */
uint32_t qp_call_table_selected(const struct qp_call_table *table);

void qp_call_table_draw(struct qp_call_table *table, const struct qp_watched *watched, struct qp_drawing *drawing,
                        unsigned row, unsigned height);
