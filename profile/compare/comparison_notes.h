/* comparison_notes.h - a comparison in sentences: what is to be known of its runs before their numbers are believed,
 * how fast the machines were, and by what it was decided which times differ. */
#ifndef QP_COMPARE_COMPARISON_NOTES_H
#define QP_COMPARE_COMPARISON_NOTES_H

#include "profile/compare/compared_rows.h"

/* Takes a sentence; returns false to end it all. */
typedef bool qp_comparison_tell(void *to, const char *sentence);

/* Runs that are not whole or there twice, and sides that are unlike. Returns false without memory, or when tell did. */
bool qp_comparison_notes(const struct qp_comparison *comparison, qp_comparison_tell *tell, void *to);

#define QP_COMPARISON_WHY 2000

/* Whether there is nothing to compare, and why: no function is on both sides, or files hold unlike numbers of runs,
 * whose sums differ by that. Lines that ran can be compared still. */
bool qp_comparison_is_void(const struct qp_comparison *comparison, char why[QP_COMPARISON_WHY]);

#define QP_COMPARISON_SENTENCE 200

/* How much of A's time B's machine took. */
void qp_comparison_say_drift(const struct qp_comparison *comparison, char said[QP_COMPARISON_SENTENCE]);

/* By what functions that differ in time were chosen. */
void qp_comparison_say_rule(const struct qp_comparison *comparison, char said[QP_COMPARISON_SENTENCE]);

/* "3 of 531 functions are called more or less often", of those that the filter asks for; and the same of times. */
void qp_comparison_say_calls(const struct qp_comparison *comparison, const struct qp_filter *filter,
                             char said[QP_COMPARISON_SENTENCE]);
void qp_comparison_say_times(const struct qp_comparison *comparison, const struct qp_filter *filter,
                             char said[QP_COMPARISON_SENTENCE]);

#endif
