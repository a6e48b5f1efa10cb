/* heading.h - what stands around a report: which run it was, and what is to be known about its data. */
#ifndef QP_EXPORT_HEADING_H
#define QP_EXPORT_HEADING_H

#include "data/query.h"

/* One line: program, product, duration, how it ended. */
void qp_heading_print(const struct qp_query *query, FILE *out, bool colour);

/* One line per kind of misuse or loss that was counted for the product: count, what, the first. Nothing when there is
 * none. prefix begins each line. */
void qp_heading_diagnostics(const struct qp_profile *profile, enum qp_product product, FILE *out, const char *prefix);

const char *qp_heading_ending(const struct qp_profile *profile);

/* For scripts and for people; kinds past the known ones have a number. */
void qp_heading_kind(unsigned kind, char *name, size_t name_size, char *text, size_t text_size);

#endif
