/* callers.h - the tables of who called a function, and what its time went to. */
#ifndef QP_SHOW_CALLERS_H
#define QP_SHOW_CALLERS_H

#include "profile/tree/neighbours.h"
#include "show/parts/stream.h"

/* A title with the function, its place and its numbers, then the table of most rows, 0 = all. Returns false without
 * memory. */
bool qp_callers_print(const struct qp_query *query, uint32_t method, enum qp_neighbours_side side, uint32_t most,
                      const struct qp_stream *stream);

#endif
