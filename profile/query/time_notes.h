/* time_notes.h - notes on a query's times: the overhead subtracted from them, and time without a processor. */
#pragma once

#include "profile/query/query.h"

/* Return two sentences on the overhead, and from which functions it was subtracted: printable and without a line end,
 * which the caller frees; NULL if out of memory. The query's subtracted time must not be 0. */
char *qp_overhead_note(const struct qp_query *query);

/* Set *text to a sentence or two, like the above, if functions ran for longer than the process had CPU time. Set it to
 * NULL if CPU time covers four fifths of the functions' running time, or is unknown. Return false if out of memory. */
bool qp_processor_note(const struct qp_query *query, char **text);
