/* time_notes.h - notes on a query's times: the overhead subtracted from them, functions that were not timed all the
 * time, and time without a processor. */
#pragma once

#include "profile/query/query.h"

#define QP_OVERHEAD_TEXT 160

/* Write how much overhead was subtracted, and how exactly that is known: "24.2 ms ± 3.1 ms". If the spread is not below
 * the overhead, write its upper limit instead, and how to get a better estimate. */
void qp_overhead_amount(const struct qp_query *query, char text[QP_OVERHEAD_TEXT]);

/* Return a note of two sentences: the overhead, and from which functions it was subtracted. The text is printable, has
 * no line end, and is freed by the caller. Return NULL if out of memory. The query's subtracted time must not be 0. */
char *qp_overhead_note(const struct qp_query *query);

/* Return the number of functions in a query of times that the client stopped reporting (QP_METHOD_THROTTLED). */
uint32_t qp_throttled_count(const struct qp_query *query);

/* Return the mark of a function whose times are distorted: " [throttled]" if the client stopped reporting its calls,
 * " [with throttled]" if its own time has later calls of such functions; else "". */
const char *qp_throttled_mark(const struct qp_profile *profile, uint32_t method);

#define QP_THROTTLED_MARK 20 /* size of the longest mark */

/* If the process's CPU time is less than four fifths of the functions' running time, set *text to a note like that
 * of qp_overhead_note. Otherwise, or if CPU time is unknown, set *text to NULL. Return false if out of memory. */
bool qp_processor_note(const struct qp_query *query, char **text);
