/* comparison.h - construction of the comparison of two sides of runs (compared.h). */
#ifndef QP_COMPARE_COMPARISON_H
#define QP_COMPARE_COMPARISON_H

#include "profile/compare/compared.h"

/* with_drift: correct times for drift. Each side needs at least one run, and must live longer. Return false if out of
 * memory; then nothing needs to be closed. */
bool qp_comparison_open(struct qp_comparison *comparison, const struct qp_runs *before, const struct qp_runs *after,
                        bool with_drift);
void qp_comparison_close(struct qp_comparison *comparison);

#endif
