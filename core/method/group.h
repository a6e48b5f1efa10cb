/* group.h - groups of virtual threads, which share trees: those of one name that were created at one place, and resumed
 * at one when they first ran.
 *
 * A place is a call path. Names that number their threads ("worker-17") are one name ("worker-#"), but where the run
 * keeps them apart (-fold-thread-names=no). A thread that its own kind creates, or one that a kind creates which it
 * created, is of the group of that kind: so a chain of threads that create each other is no endless row of groups. */
#ifndef QP_METHOD_GROUP_H
#define QP_METHOD_GROUP_H

#include "format/record.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct qp_group_key {
    uint32_t name;    /* reference of a qp_string, 0 = none */
    uint32_t creator; /* references of nodes, 0 = none */
    uint32_t resumer;
};

/* A name with # in place of its numbers, at most size bytes. Returns false when it has no number. */
bool qp_group_fold_name(const char *name, char *folded, size_t size);

/* The group, which is made if it is new. NULL when there is no room. With the cold lock. */
struct qp_group_record *qp_group_get(enum qp_product product, const struct qp_group_key *key);

/* Mark the group with this reference, 0 = none, as one with estimated times. Any thread, without a lock. */
void qp_group_set_estimated(uint32_t group);

/* The groups that this method created threads of have another parent from now on. With the cold lock. */
void qp_group_rename_parents(enum qp_product product, uint64_t method, uint64_t to);

/* A new data file. */
void qp_group_reset(void);

#endif
