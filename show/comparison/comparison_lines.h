/* comparison_lines.h - the table of files whose covered lines differ between two sides. */
#ifndef QP_SHOW_COMPARISON_COMPARISON_LINES_H
#define QP_SHOW_COMPARISON_COMPARISON_LINES_H

#include "profile/compare/compared_rows.h"
#include "show/parts/stream.h"

/* Return false if out of memory. */
bool qp_comparison_print_lines(const struct qp_comparison *comparison, const struct qp_compared_choice *choice,
                               const struct qp_stream *stream);

#endif
