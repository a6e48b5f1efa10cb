/* comparison.h - makes the comparison of two sides of runs (compared.h). */
#ifndef QP_COMPARE_COMPARISON_H
#define QP_COMPARE_COMPARISON_H

#include "profile/compare/compared.h"

/* with_drift: take the drift off. Each side has a run at least, and must live longer. Returns false without memory;
 * nothing is to be closed then. */
bool qp_comparison_open(struct qp_comparison *comparison, const struct qp_runs *before, const struct qp_runs *after,
                        bool with_drift);
void qp_comparison_close(struct qp_comparison *comparison);

#endif
