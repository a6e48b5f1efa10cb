/* comparison_heading.h - what stands above the tables of a comparison: which runs it is of, and their sums. */
#ifndef QP_SHOW_COMPARISON_COMPARISON_HEADING_H
#define QP_SHOW_COMPARISON_COMPARISON_HEADING_H

#include "profile/compare/compared.h"
#include "show/parts/stream.h"

/* Which runs are compared, and their sums. */
void qp_comparison_print_heading(const struct qp_comparison *comparison, const struct qp_stream *stream);

/* Two sums of times, and what became of the one: "self time 2.00 s → 3.00 s (+50.0%)". No line end. */
void qp_comparison_print_sum(const char *what, uint64_t before, uint64_t after, const struct qp_stream *stream);

#endif
