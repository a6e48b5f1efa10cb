/* comparison_notes.h - a comparison in sentences: what is to be known of its runs before their numbers are believed,
 * how fast the machines were, and by what it was decided which times differ. */
#ifndef QP_DATA_COMPARISON_NOTES_H
#define QP_DATA_COMPARISON_NOTES_H

#include "data/compared.h"

/* Takes a sentence; returns false to end it all. */
typedef bool qp_comparison_tell(void *to, const char *sentence);

/* Runs that are not whole or there twice, and sides that are unlike. Returns false without memory, or when tell did. */
bool qp_comparison_notes(const struct qp_comparison *comparison, qp_comparison_tell *tell, void *to);

#define QP_COMPARISON_SENTENCE 200

/* How much of A's time B's machine took. */
void qp_comparison_say_drift(const struct qp_comparison *comparison, char said[QP_COMPARISON_SENTENCE]);

/* By what functions that differ in time were chosen. */
void qp_comparison_say_rule(const struct qp_comparison *comparison, char said[QP_COMPARISON_SENTENCE]);

/* "3 of 531 functions are called more or less often"; and the same of times. */
void qp_comparison_say_calls(const struct qp_comparison *comparison, char said[QP_COMPARISON_SENTENCE]);
void qp_comparison_say_times(const struct qp_comparison *comparison, char said[QP_COMPARISON_SENTENCE]);

#endif
