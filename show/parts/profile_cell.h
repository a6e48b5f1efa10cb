/* profile_cell.h - table cells for times of a profile, and for a function's name and its file:line. */
#pragma once

#include "profile/load/model.h"
#include "show/parts/table.h"

/* Add a time in ticks, with marks of a cell. */
void qp_profile_cell_time(struct qp_table *table, const struct qp_profile *profile, uint64_t ticks, unsigned marks);

/* Add a function's name, or the text `none` for QP_NONE. */
void qp_profile_cell_name(struct qp_table *table, const struct qp_profile *profile, uint32_t method, const char *none);

/* Add file:line; empty for QP_NONE and for a function without a file. */
void qp_profile_cell_location(struct qp_table *table, const struct qp_profile *profile, uint32_t method);
