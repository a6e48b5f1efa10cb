/* method_cell.h - table cells for a function's name and its file:line. */
#ifndef QP_SHOW_PARTS_METHOD_CELL_H
#define QP_SHOW_PARTS_METHOD_CELL_H

#include "profile/load/model.h"
#include "show/parts/table.h"

/* none: text for QP_NONE. */
void qp_method_cell_name(struct qp_table *table, const struct qp_profile *profile, uint32_t method, const char *none);

/* Add file:line; empty for QP_NONE and for a function without a file. */
void qp_method_cell_location(struct qp_table *table, const struct qp_profile *profile, uint32_t method);

#endif
