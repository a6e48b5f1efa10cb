/* call_changes.h - causes of changed calls in a comparison.
 *
 * It fills in caller, from_caller, cause and of_own of rows whose calls are known. */
#ifndef QP_COMPARE_CALL_CHANGES_H
#define QP_COMPARE_CALL_CHANGES_H

#include "profile/compare/compared.h"

/* row_of: row by side and function. Return false if out of memory. */
bool qp_call_changes_find(struct qp_comparison *comparison, uint32_t *const row_of[QP_COMPARED_SIDES]);

#endif
