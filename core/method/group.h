/* group.h - groups of virtual threads; the threads of a group share their call trees.
 *
 * Threads of a group have the same name, were created on the same call path, and were first resumed on the same call
 * path. Names that differ only in numbers ("worker-17") count as one name ("worker-#"), unless the run separates them
 * (-fold-thread-names=no). If the creator's group or one of its ancestors matches a new thread, the thread joins that
 * group. So a chain of threads in which each creates the next does not make a group per thread. */
#pragma once

#include "format/record.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct qp_group_key {
    uint32_t name;    /* reference of a qp_string, 0 = none */
    uint32_t creator; /* reference of a node, 0 = none */
    uint32_t resumer;
};

/* Copy a name into `folded`, which has `size` bytes, with each number replaced by #. Return false if the name has no
 * number. */
bool qp_group_fold_name(const char *name, char *folded, size_t size);

/* Find or make the group of a key. Return NULL if there is no space. Call this with the cold lock. */
struct qp_group_record *qp_group_get(enum qp_product product, const struct qp_group_key *key);

/* Mark the group with this reference (0 = none) as having estimated times. Any thread may call this, without a lock. */
void qp_group_set_estimated(uint32_t group);

/* Replace the method id `method` by `to` in the groups whose threads were created by this method. Call this with the
 * cold lock. */
void qp_group_rename_parents(enum qp_product product, uint64_t method, uint64_t to);

/* Forget all groups for a new data file. */
void qp_group_reset(void);
