/* time_changes.h - where the time of a comparison differs: fills in the times of its rows, whose calls are known. */
#ifndef QP_DATA_TIME_CHANGES_H
#define QP_DATA_TIME_CHANGES_H

#include "data/compared.h"

/* Returns false without memory. */
bool qp_time_changes_find(struct qp_comparison *comparison);

#endif
