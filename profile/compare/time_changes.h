/* time_changes.h - changed times of a comparison, for rows whose calls are known. */
#ifndef QP_COMPARE_TIME_CHANGES_H
#define QP_COMPARE_TIME_CHANGES_H

#include "profile/compare/compared.h"

/* Fill in the times of all rows. Return false if out of memory. */
bool qp_time_changes_find(struct qp_comparison *comparison);

#endif
