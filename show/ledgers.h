/* ledgers.h - where the time of system threads and of virtual threads went: rows whose parts add up. */
#ifndef QP_SHOW_LEDGERS_H
#define QP_SHOW_LEDGERS_H

#include "profile/source/pattern.h"
#include "profile/query/query.h"
#include "show/parts/stream.h"

/* A row for each carrier whose name passes the filter, most running time first where `most` cuts them; 0 = all, in
 * their order. Nothing where none does. Returns false without memory, here and below. */
bool qp_ledgers_print_carriers(const struct qp_query *query, const struct qp_filter *filter, uint32_t most,
                               const struct qp_stream *stream);

/* A row for each group of virtual threads whose name passes, most running time first. Nothing where none does. */
bool qp_ledgers_print_groups(const struct qp_query *query, const struct qp_filter *filter, uint32_t most,
                             const struct qp_stream *stream);

#endif
