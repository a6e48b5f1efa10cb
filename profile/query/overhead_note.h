/* overhead_note.h - how much recorder overhead was subtracted from a query's times, and from which functions. */
#ifndef QP_QUERY_OVERHEAD_NOTE_H
#define QP_QUERY_OVERHEAD_NOTE_H

#include "profile/query/query.h"

/* Return two sentences, printable and without a line end, which the caller frees; NULL without memory. The query's
 * taken_off must not be 0. */
char *qp_overhead_note(const struct qp_query *query);

#endif
