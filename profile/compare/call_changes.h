/* call_changes.h - because of whom functions are called more or less often: fills in caller, from_caller and cause of a
 * comparison's rows, whose calls are known. */
#ifndef QP_COMPARE_CALL_CHANGES_H
#define QP_COMPARE_CALL_CHANGES_H

#include "profile/compare/compared.h"

/* row_of: by side and function, its row. Returns false without memory. */
bool qp_call_changes_find(struct qp_comparison *comparison, uint32_t *const row_of[QP_COMPARED_SIDES]);

#endif
