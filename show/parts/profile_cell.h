/* profile_cell.h - table cells for times of a profile, and for a function's name and its file:line. */
#pragma once

#include "profile/load/model.h"
#include "show/parts/table.h"

/* Add a time given in ticks. `marks` are bits such as QP_CELL_SOME. */
void qp_profile_cell_time(struct qp_table *table, const struct qp_profile *profile, uint64_t ticks, unsigned marks);

/* Return " [throttled]" if the client stopped reporting the function's calls (qprof_throttle), else "". */
const char *qp_profile_cell_mark(const struct qp_profile *profile, uint32_t method);

/* Add a function's name with its mark, or the text `none` if `method` is QP_NONE. */
void qp_profile_cell_name(struct qp_table *table, const struct qp_profile *profile, uint32_t method, const char *none);

/* Add a function's file:line. The cell is empty for QP_NONE and for a function without a file. */
void qp_profile_cell_location(struct qp_table *table, const struct qp_profile *profile, uint32_t method);
