/* compared_cells.h - cells that the tables of a comparison have in common. */
#ifndef QP_SHOW_COMPARISON_COMPARED_CELLS_H
#define QP_SHOW_COMPARISON_COMPARED_CELLS_H

#include "profile/compare/compared_rows.h"
#include "show/parts/table.h"

/* The name, for people with "new: " or "gone: " before it, and behind blanks what follows from other rows; the place.
 */
void qp_compared_put_name(struct qp_table *table, const struct qp_comparison *comparison, const struct qp_compared *row,
                          uint32_t depth, const struct qp_stream *stream);
void qp_compared_put_place(struct qp_table *table, const struct qp_comparison *comparison,
                           const struct qp_compared *row);

#endif
