/* retired.h - the records of retired methods in the data file, which are reused when a method is defined again.
 *
 * An interpreter that loads the same text repeatedly would otherwise fill the file with equal functions. Call these
 * functions with the cold lock. */
#pragma once

#include "core/method/method.h"

/* Add a retired method. `counters` identifies the method's newest array of counters (block_counters.c), 0 = none. A
 * method without a name is not added, since such methods cannot be distinguished. */
void qp_retired_add(const struct qp_method_record *record, uint32_t counters);

/* Among the retired methods with this definition, return the record of the method that was retired last. Return NULL
 * if there is none. */
struct qp_method_record *qp_retired_find(enum qp_product product, const struct qp_method_definition *definition);

/* Among the retired methods with the same definition as `same` and with these branches, return the record of the
 * method that was retired last. Return NULL if there is none. */
struct qp_method_record *qp_retired_find_branches(const struct qp_method_record *same,
                                                  const struct qp_branch_record *branches, uint32_t count);

/* Remove a record from the retired records. Return its `counters`, as passed to qp_retired_add. */
uint32_t qp_retired_remove(const struct qp_method_record *record);

/* Forget all retired methods, for a new data file. */
void qp_retired_reset(void);
