/* lines.h - insertion of counting into a method: calls of owner.count(J)V with the address of a counter, before the
 * first instruction of lines and on the edges of branches. A jump to such an instruction is counted, too. */
#pragma once

#include "bindings/jvm/class/additions.h"
#include "bindings/jvm/class/branches.h"
#include "bindings/jvm/class/class_file.h"

/* Fill in empty additions with calls of a method of the owner. entry: counter of the method's entries; counters: one
 * per line of the code; 0 or NULL: none. Return NULL or an error message. */
const char *qjvm_lines_add(struct qjvm_additions *additions, struct qjvm_pool *pool, const struct qjvm_code *code,
                           const char *owner, const char *name, uint64_t entry, const uint64_t *counters);

/* Add counting of branch outcomes. counters: one per outcome, 0: none. Return NULL or an error message. */
const char *qjvm_lines_add_outcomes(struct qjvm_additions *additions, struct qjvm_pool *pool,
                                    const struct qjvm_code *code, const struct qjvm_branches *branches,
                                    const char *owner, const uint64_t *counters);
