/* failing.h - scenes in which the n-th allocation of our libraries fails, or all allocations from the n-th on, for
 * every n.
 *
 * failing.c replaces functions of the C library in the whole process. A call counts only if it comes from one of our
 * libraries. */
#pragma once

#include "tests/support/stage.h"

/* Indices of the elements of `numbers` that this module uses. The scene may use those below 16. */
enum { FAILING_GO = 16, FAILING_AT, FAILING_AFTER, FAILING_PLACES };

/* For the scene: failing_begin and failing_end enclose the part with failures. failing_was_met returns true once
 * the allocation that fails has been requested. */
void failing_begin(struct stage *stage);
void failing_end(struct stage *stage);
int failing_was_met(void);

/* While this variable is 1, pthread_setspecific fails, as it may do if out of memory. */
extern int failing_keys;

/* Check the files of the scene. Return true if the scene recorded data before the failure. In this case the files
 * must contain that data. */
typedef uint64_t failing_check(const struct stage *stage, uint64_t place);

void failing_at_each_place(void (*scene)(struct stage *stage), failing_check *check, int after);
