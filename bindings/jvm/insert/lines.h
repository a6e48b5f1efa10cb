/* lines.h - what tells of the lines that run: owner.count(J)V with the address of a counter, in front of the
 * instructions at which lines begin, and on the ways that branches may take. A jump to such an instruction counts, too.
 */
#ifndef QJVM_LINES_H
#define QJVM_LINES_H

#include "bindings/jvm/class/additions.h"
#include "bindings/jvm/class/branches.h"
#include "bindings/jvm/class/class_file.h"

/* entry: the counter of the method's entries; counters: one for each line of the code. 0 is no counter. Returns NULL,
 * or why not. Additions are empty before. */
const char *qjvm_lines_add(struct qjvm_additions *additions, struct qjvm_pool *pool, const struct qjvm_code *code,
                           const char *owner, uint64_t entry, const uint64_t *counters);

/* The same for branches, with a counter for each outcome; additions may have lines. */
const char *qjvm_lines_add_outcomes(struct qjvm_additions *additions, struct qjvm_pool *pool,
                                    const struct qjvm_code *code, const struct qjvm_branches *branches,
                                    const char *owner, const uint64_t *counters);

/* One call of owner.countCall(J)V where the method begins. The same. */
const char *qjvm_lines_add_call(struct qjvm_additions *additions, struct qjvm_pool *pool, const char *owner,
                                uint64_t counters);

#endif
