/* comparison_tables.h - the report of a comparison: its heading and its tables. */
#pragma once

#include "profile/compare/compared_rows.h"
#include "show/parts/stream.h"

/* Print the compared runs, and the totals of both sides. */
void qp_comparison_print_heading(const struct qp_comparison *comparison, const struct qp_stream *stream);

/* Print two totals of a measure and their ratio, without a newline: "self time 2.00 s → 3.00 s (+50.0%)". */
void qp_comparison_print_sum(enum qp_measure measure, const char *what, uint64_t before, uint64_t after,
                             const struct qp_stream *stream);

/* Print the functions that are called more or less often. If the change of a caller explains the changes of its
 * callees, they follow the caller. Return false if out of memory, as all functions below do. */
bool qp_comparison_print_calls(const struct qp_comparison *comparison, const struct qp_compared_choice *choice,
                               const struct qp_stream *stream);

/* Print the drift (the time of B's machine relative to A's), the rule that selects rows, and the functions that take
 * more or less time. */
bool qp_comparison_print_times(const struct qp_comparison *comparison, const struct qp_compared_choice *choice,
                               const struct qp_stream *stream);

/* Print the files whose covered lines differ. */
bool qp_comparison_print_lines(const struct qp_comparison *comparison, const struct qp_compared_choice *choice,
                               const struct qp_stream *stream);

/* Print the functions with runnable, blocked or waiting time. */
bool qp_comparison_print_suspended(const struct qp_comparison *comparison, const struct qp_compared_choice *choice,
                                   const struct qp_stream *stream);
