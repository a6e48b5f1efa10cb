/* call_table.h - who called a function, and what it called, in the whole run. */
#ifndef QP_WATCH_CALL_TABLE_H
#define QP_WATCH_CALL_TABLE_H

#include "watch/drawing.h"
#include "watch/list.h"
#include "watch/watched.h"

struct qp_call_row {
    const char *title; /* of the rows that follow; NULL = a function */
    uint32_t function; /* index into those of struct qp_recent; QP_NONE = nothing: it was called first on its thread */
    uint64_t calls;
    uint64_t total; /* nanoseconds */
};

struct qp_call_table {
    uint32_t function; /* whose calls they are */
    struct qp_call_row *rows;
    struct qp_list list;
};

/* Find its rows anew. Returns false without memory. */
bool qp_call_table_update(struct qp_call_table *table, const struct qp_watched *watched);
void qp_call_table_free(struct qp_call_table *table);

/* The function of the row that is selected, QP_NONE when it has none. */
uint32_t qp_call_table_selected(const struct qp_call_table *table);

void qp_call_table_draw(struct qp_call_table *table, const struct qp_watched *watched, struct qp_drawing *drawing,
                        unsigned row, unsigned height);

#endif
