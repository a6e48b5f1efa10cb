/* retired.h - the records of retired methods in the data file, which are reused when a method is defined again.
 *
 * Otherwise an interpreter that loads one text repeatedly would fill the file with equal functions. Requires the cold
 * lock. */
#pragma once

#include "core/method/method.h"

/* Add a retired method; counters is the number of its newest counters (block_counters.h), 0 = none. Methods without a
 * name are not added, since they cannot be distinguished. */
void qp_retired_add(const struct qp_method_record *record, uint32_t counters);

/* Return the last record that was retired with this definition; NULL if there is none. */
struct qp_method_record *qp_retired_find(enum qp_product product, const struct qp_method_definition *definition);

/* Return the last retired record with the same definition as this one that has these branches. */
struct qp_method_record *qp_retired_find_branches(const struct qp_method_record *same,
                                                  const struct qp_branch_record *branches, uint32_t count);

/* Remove a record. Return the number of its counters. */
uint32_t qp_retired_remove(const struct qp_method_record *record);

/* Forget all, for a new data file. */
void qp_retired_reset(void);
