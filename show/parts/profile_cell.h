/* profile_cell.h - table cells for amounts of a profile's measure (measure.h), and for a function's name and its
 * file:line. */
#pragma once

#include "profile/query/query.h"
#include "show/parts/table.h"

/* Return the kind of cells for amounts of a measure. */
enum qp_cell_kind qp_profile_cell_kind(enum qp_measure measure);

/* Add an amount of a measure. A time is in nanoseconds. `marks` are bits such as QP_CELL_SOME. */
void qp_profile_cell_amount(struct qp_table *table, enum qp_style style, enum qp_measure measure, uint64_t amount,
                            unsigned marks);

/* Likewise for an amount of the profile's measure, in which a time is in ticks. */
void qp_profile_cell_cost(struct qp_table *table, const struct qp_profile *profile, uint64_t ticks, unsigned marks);

/* Return the titles of the columns for allocations in tables of times; "" if none were recorded. */
const char *qp_profile_cell_allocated_titles(const struct qp_query *query);

/* Add the cells of these columns, if there are any. */
void qp_profile_cell_allocated(struct qp_table *table, const struct qp_query *query,
                               const struct qp_allocated *allocated);

/* Return the mark of a function whose times are distorted (qp_throttled_mark), which is shown after its name. */
const char *qp_profile_cell_mark(const struct qp_profile *profile, uint32_t method);

/* Add a function's name with its mark, or the text `none` if `method` is QP_NONE. */
void qp_profile_cell_name(struct qp_table *table, const struct qp_profile *profile, uint32_t method, const char *none);

/* Add a function's file:line. The cell is empty for QP_NONE and for a function without a file. */
void qp_profile_cell_location(struct qp_table *table, const struct qp_profile *profile, uint32_t method);
