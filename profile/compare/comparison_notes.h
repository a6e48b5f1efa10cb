/* comparison_notes.h - notes on a comparison: quality of its runs, speed of the machines, rule for times. */
#pragma once

#include "profile/compare/compared_rows.h"

/* Take a sentence. Return false to stop. */
typedef bool qp_comparison_note(void *to, const char *sentence);

/* Report runs that are incomplete or given twice, and differences in how the runs were recorded. Return false if out
 * of memory, or if `note` returned false. */
bool qp_comparison_notes(const struct qp_comparison *comparison, qp_comparison_note *note, void *to);

#define QP_COMPARISON_WHY 2000

/* Return true if functions cannot be compared, and write the reason: no function is on both sides, or files contain
 * different numbers of merged runs, whose sums cannot be compared. If both sides have coverage of lines, the second
 * reason does not apply. */
bool qp_comparison_is_void(const struct qp_comparison *comparison, char why[QP_COMPARISON_WHY]);

#define QP_COMPARISON_SENTENCE 250

/* Describe the drift: how much longer the same work took in B. */
void qp_comparison_describe_drift(const struct qp_comparison *comparison, char sentence[QP_COMPARISON_SENTENCE]);

/* Describe the rule that decided which times are different. */
void qp_comparison_describe_rule(const struct qp_comparison *comparison, char sentence[QP_COMPARISON_SENTENCE]);

/* Write "3 of 531 functions are called more or less often", or likewise for times. Count only functions that pass the
 * filter. */
void qp_comparison_describe_calls(const struct qp_comparison *comparison, const struct qp_filter *filter,
                                  char sentence[QP_COMPARISON_SENTENCE]);
void qp_comparison_describe_times(const struct qp_comparison *comparison, const struct qp_filter *filter,
                                  char sentence[QP_COMPARISON_SENTENCE]);
