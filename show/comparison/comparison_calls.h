/* comparison_calls.h - the table of functions called more or less often, each cause followed by its consequences. */
#ifndef QP_SHOW_COMPARISON_COMPARISON_CALLS_H
#define QP_SHOW_COMPARISON_COMPARISON_CALLS_H

#include "profile/compare/compared_rows.h"
#include "show/parts/stream.h"

/* Return false if out of memory. */
bool qp_comparison_print_calls(const struct qp_comparison *comparison, const struct qp_compared_choice *choice,
                               const struct qp_stream *stream);

#endif
