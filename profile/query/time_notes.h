/* time_notes.h - notes on a query's times: the overhead subtracted from them, and time without a processor. */
#pragma once

#include "profile/query/query.h"

/* Return a note of two sentences: the overhead, and from which functions it was subtracted. The text is printable, has
 * no line end, and is freed by the caller. Return NULL if out of memory. The query's subtracted time must not be 0. */
char *qp_overhead_note(const struct qp_query *query);

/* If functions ran for longer than the process had CPU time, set *text to a note like that of qp_overhead_note. Set
 * *text to NULL if CPU time is at least four fifths of the functions' running time, or is unknown. Return false if out
 * of memory. */
bool qp_processor_note(const struct qp_query *query, char **text);
