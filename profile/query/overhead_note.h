/* overhead_note.h - note on the overhead subtracted from a query's times, and from which functions. */
#ifndef QP_QUERY_OVERHEAD_NOTE_H
#define QP_QUERY_OVERHEAD_NOTE_H

#include "profile/query/query.h"

/* Return two sentences, printable and without a line end, which the caller frees; NULL if out of memory. The query's
 * subtracted time must not be 0. */
char *qp_overhead_note(const struct qp_query *query);

#endif
