/* compared_cells.h - cells shared by the tables of a comparison. */
#pragma once

#include "profile/compare/compared_rows.h"
#include "show/parts/table.h"

/* Add the name, for people with "new: " or "gone: " in front, indented by depth below its cause; add the location. */
void qp_compared_put_name(struct qp_table *table, const struct qp_comparison *comparison, const struct qp_compared *row,
                          uint32_t depth, const struct qp_stream *stream);
void qp_compared_put_location(struct qp_table *table, const struct qp_comparison *comparison,
                              const struct qp_compared *row);
