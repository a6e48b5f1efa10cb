/* processor_note.h - functions that ran for longer than the process had a processor. */
#ifndef QP_QUERY_PROCESSOR_NOTE_H
#define QP_QUERY_PROCESSOR_NOTE_H

#include "profile/query/query.h"

/* Set *text to a sentence or two, printable and without a line end, which the caller frees; to NULL where the process
 * had a processor for four fifths of its functions' running time, or the CPU time is not known. Returns false without
 * memory. */
bool qp_processor_note(const struct qp_query *query, char **text);

#endif
