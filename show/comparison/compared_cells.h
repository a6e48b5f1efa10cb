/* compared_cells.h - cells shared by the tables of a comparison. */
#pragma once

#include "profile/compare/compared_rows.h"
#include "show/parts/table.h"

/* Add a function's name. For people, the name is indented by `depth` levels, and "new: " or "gone: " precedes the name
 * of a function that is new or gone. */
void qp_compared_put_name(struct qp_table *table, const struct qp_comparison *comparison, const struct qp_compared *row,
                          uint32_t depth, const struct qp_stream *stream);

/* Add a function's file and line. */
void qp_compared_put_location(struct qp_table *table, const struct qp_comparison *comparison,
                              const struct qp_compared *row);
