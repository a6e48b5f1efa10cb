/* comparison_suspended.h - the table of functions with runnable, blocked and waiting time of both sides. */
#ifndef QP_SHOW_COMPARISON_COMPARISON_SUSPENDED_H
#define QP_SHOW_COMPARISON_COMPARISON_SUSPENDED_H

#include "profile/compare/compared_rows.h"
#include "show/parts/stream.h"

/* Return false if out of memory. */
bool qp_comparison_print_suspended(const struct qp_comparison *comparison, const struct qp_compared_choice *choice,
                                   const struct qp_stream *stream);

#endif
