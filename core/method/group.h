/* group.h - groups of virtual threads, which share trees.
 *
 * Threads of a group have one name, were created at one place and first resumed at one place. A place is a call path.
 * Names that differ in numbers ("worker-17") are one name ("worker-#"), unless the run separates them
 * (-fold-thread-names=no). A thread whose creator's group, or one of that group's ancestors, is of the same kind joins
 * that group, so that a chain of threads that create each other does not make endless groups. */
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

/* Replace each number in a name by #, writing at most size bytes. Return false if the name has no number. */
bool qp_group_fold_name(const char *name, char *folded, size_t size);

/* Get or make the group. NULL if there is no space. Requires the cold lock. */
struct qp_group_record *qp_group_get(enum qp_product product, const struct qp_group_key *key);

/* Mark the group with this reference (0 = none) as having estimated times. Any thread, no lock. */
void qp_group_set_estimated(uint32_t group);

/* Set another parent for the groups whose threads this method created. Requires the cold lock. */
void qp_group_rename_parents(enum qp_product product, uint64_t method, uint64_t to);

/* Forget all groups for a new data file. */
void qp_group_reset(void);
