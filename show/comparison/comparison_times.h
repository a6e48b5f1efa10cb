/* comparison_times.h - the table of functions that take more or less time, with the drift and the selection rule. */
#ifndef QP_SHOW_COMPARISON_COMPARISON_TIMES_H
#define QP_SHOW_COMPARISON_COMPARISON_TIMES_H

#include "profile/compare/compared_rows.h"
#include "show/parts/stream.h"

/* Return false if out of memory. */
bool qp_comparison_print_times(const struct qp_comparison *comparison, const struct qp_compared_choice *choice,
                               const struct qp_stream *stream);

#endif
