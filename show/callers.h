/* callers.h - tables of a function's callers and callees. */
#pragma once

#include "profile/tree/neighbours.h"
#include "show/parts/stream.h"

/* Print a title with the function's name, location and totals, then a table of its callers or callees with at most
 * `most` rows (0 = all). Return false if out of memory. */
bool qp_callers_print(const struct qp_query *query, uint32_t method, enum qp_neighbours_side side, uint32_t most,
                      const struct qp_stream *stream);
