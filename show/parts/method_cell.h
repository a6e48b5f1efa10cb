/* method_cell.h - cells that name a function, and tell where it stands in the source. */
#ifndef QP_SHOW_PARTS_METHOD_CELL_H
#define QP_SHOW_PARTS_METHOD_CELL_H

#include "profile/load/model.h"
#include "show/parts/table.h"

/* none: what stands for QP_NONE. */
void qp_method_cell_name(struct qp_table *table, const struct qp_profile *profile, uint32_t method, const char *none);

/* A file and a line; nothing for QP_NONE and for a function without a file. */
void qp_method_cell_place(struct qp_table *table, const struct qp_profile *profile, uint32_t method);

#endif
