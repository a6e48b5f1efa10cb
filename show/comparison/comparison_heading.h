/* comparison_heading.h - the heading of a comparison: the runs compared and their totals. */
#ifndef QP_SHOW_COMPARISON_COMPARISON_HEADING_H
#define QP_SHOW_COMPARISON_COMPARISON_HEADING_H

#include "profile/compare/compared.h"
#include "show/parts/stream.h"

/* Print the runs that are compared, and their totals. */
void qp_comparison_print_heading(const struct qp_comparison *comparison, const struct qp_stream *stream);

/* Print two totals of time and their ratio: "self time 2.00 s → 3.00 s (+50.0%)". No newline. */
void qp_comparison_print_sum(const char *what, uint64_t before, uint64_t after, const struct qp_stream *stream);

#endif
