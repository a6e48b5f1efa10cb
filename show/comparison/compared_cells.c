#include "show/comparison/compared_cells.h"

#define MOST_INDENT 8 /* maximum number of levels by which a row is indented below its cause */

void qp_compared_put_name(struct qp_table *table, const struct qp_comparison *comparison, const struct qp_compared *row,
                          uint32_t depth, const struct qp_stream *stream)
{
    char name[QP_COMPARED_NAME];
    int used = 0;
    if (!stream->programs) {
        const char *word = row->change == QP_CHANGE_NEW ? "new: " : row->change == QP_CHANGE_GONE ? "gone: " : "";
        used = snprintf(name, sizeof name, "%*s%s", 2 * (int)(depth < MOST_INDENT ? depth : MOST_INDENT), "", word);
    }
    qp_compared_name(comparison, row, name + used, sizeof name - (size_t)used);
    qp_table_add(table, QP_STYLE_PLAIN, name);
}

void qp_compared_put_location(struct qp_table *table, const struct qp_comparison *comparison,
                              const struct qp_compared *row)
{
    char place[QP_COMPARED_NAME];
    qp_compared_location(comparison, row, place, sizeof place);
    qp_table_add(table, QP_STYLE_DIM, place);
}
