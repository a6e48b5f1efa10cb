/* comparison_tables.h - the report of a comparison: its heading and its tables. */
#pragma once

#include "profile/compare/compared_rows.h"
#include "show/parts/stream.h"

/* Print the runs that are compared, and their totals. */
void qp_comparison_print_heading(const struct qp_comparison *comparison, const struct qp_stream *stream);

/* Print two totals of time and their ratio: "self time 2.00 s → 3.00 s (+50.0%)". No newline. */
void qp_comparison_print_sum(const char *what, uint64_t before, uint64_t after, const struct qp_stream *stream);

/* Print the functions called more or less often, each cause followed by its consequences; the functions that take more
 * or less time, with the drift and the selection rule; the files whose covered lines differ; the functions with
 * runnable, blocked and waiting time. Return false if out of memory. */
bool qp_comparison_print_calls(const struct qp_comparison *comparison, const struct qp_compared_choice *choice,
                               const struct qp_stream *stream);
bool qp_comparison_print_times(const struct qp_comparison *comparison, const struct qp_compared_choice *choice,
                               const struct qp_stream *stream);
bool qp_comparison_print_lines(const struct qp_comparison *comparison, const struct qp_compared_choice *choice,
                               const struct qp_stream *stream);
bool qp_comparison_print_suspended(const struct qp_comparison *comparison, const struct qp_compared_choice *choice,
                                   const struct qp_stream *stream);
