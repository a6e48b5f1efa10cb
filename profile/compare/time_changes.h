/* time_changes.h - where the time of a comparison differs: fills in the times of its rows, whose calls are known. */
#ifndef QP_COMPARE_TIME_CHANGES_H
#define QP_COMPARE_TIME_CHANGES_H

#include "profile/compare/compared.h"

/* Returns false without memory. */
bool qp_time_changes_find(struct qp_comparison *comparison);

#endif
