/* comparison_notes.h - what is to be known before two sides of runs are compared: runs that still go on, are damaged,
 * are given twice, or were not recorded alike. */
#ifndef QP_SHOW_COMPARISON_NOTES_H
#define QP_SHOW_COMPARISON_NOTES_H

#include "data/compared.h"
#include "show/stream.h"

/* A line for each, which begins with "note: ". */
void qp_comparison_notes_print(const struct qp_comparison *comparison, const struct qp_stream *stream);

#endif
