/* lines.h - insertion of counting into a method: calls of owner.count(J)V with the address of a counter, before the
 * first instruction of a line and on the edges of branches. A jump to the first instruction of a line counts the line,
 * too. */
#pragma once

#include "bindings/jvm/class/additions.h"
#include "bindings/jvm/class/class_file.h"
#include "bindings/jvm/coverage/branches.h"

/* Fill empty additions. `entry` is the address with which the owner's method `name` is called at the start, and
 * `counters` has the address of one counter per line of the code. 0 or NULL means no counter. Return NULL or an error
 * message. */
const char *qjvm_lines_add(struct qjvm_additions *additions, struct qjvm_pool *pool, const struct qjvm_code *code,
                           const char *owner, const char *name, uint64_t entry, const uint64_t *counters);

/* Add counting of branch outcomes. `counters` has the address of one counter per edge of the branches, 0 = none. Return
 * NULL or an error message. */
const char *qjvm_lines_add_edges(struct qjvm_additions *additions, struct qjvm_pool *pool, const struct qjvm_code *code,
                                 const struct qjvm_branches *branches, const char *owner, const uint64_t *counters);
