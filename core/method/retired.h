/* retired.h - the records of retired methods in the data file, so that one that is defined again gets its own back: an
 * interpreter that loads the same text again and again would fill the file with equal functions. With the cold lock. */
#ifndef QP_METHOD_RETIRED_H
#define QP_METHOD_RETIRED_H

#include "core/method/method.h"

/* A method was retired; number is that of its newest counters (block_counters.h), 0 = none. Those without a name are
 * not kept: nothing tells them apart. */
void qp_retired_add(const struct qp_method_record *record, uint32_t counters);

/* The record of one that was retired last with this definition; NULL when there is none. */
struct qp_method_record *qp_retired_find(enum qp_product product, const struct qp_method_definition *definition);

/* The last retired one of the same definition as this record that has these branches. */
struct qp_method_record *qp_retired_find_branches(const struct qp_method_record *same,
                                                  const struct qp_branch_record *branches, uint32_t count);

/* It is retired no more. Returns the number of its counters. */
uint32_t qp_retired_remove(const struct qp_method_record *record);

/* A new data file. */
void qp_retired_reset(void);

#endif
