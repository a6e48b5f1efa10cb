/* processor_note.h - note if functions ran for longer than the process had CPU time. */
#ifndef QP_QUERY_PROCESSOR_NOTE_H
#define QP_QUERY_PROCESSOR_NOTE_H

#include "profile/query/query.h"

/* Set *text to a sentence or two, printable and without a line end, which the caller frees. Set it to NULL if CPU time
 * covers four fifths of the functions' running time, or is unknown. Return false if out of memory. */
bool qp_processor_note(const struct qp_query *query, char **text);

#endif
