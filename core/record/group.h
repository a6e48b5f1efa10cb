/* group.h - groups of virtual threads: of one name that were created at one place; they share trees. With the cold
 * lock. */
#ifndef QP_RECORD_GROUP_H
#define QP_RECORD_GROUP_H

#include "data/record.h"

#include <stdint.h>

/* The group, which is made if it is new. name is the reference of a qp_string, 0 = none. Returns NULL when there is no
 * room.
 */
struct qp_group_record *qp_group_get(enum qp_product product, uint32_t name, uint64_t parent_method);

/* A new data file. */
void qp_group_reset(void);

#endif
