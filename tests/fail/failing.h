/* failing.h - scenes in which the n-th allocation of our libraries fails, for every n; or all from the n-th on.
 *
 * failing.c has functions that stand in for the C library's in the whole process; a call counts when it comes from one
 * of our libraries. */
#ifndef TESTS_FAIL_FAILING_H
#define TESTS_FAIL_FAILING_H

#include "tests/support/stage.h"

/* The stage's numbers that are taken; those below 16 are the scene's. */
enum { FAILING_GO = 16, FAILING_AT, FAILING_AFTER, FAILING_PLACES };

/* In the scene: from here on, to here. Between them: whether the allocation that fails has come. */
void failing_begin(struct stage *stage);
void failing_end(struct stage *stage);
int failing_was_met(void);

/* While it is 1, pthread_setspecific fails, which may take memory. */
extern int failing_keys;

/* Looks at what the scene left. It says whether what was known before the failure could be checked. */
typedef uint64_t failing_check(const struct stage *stage, uint64_t place);

void failing_at_each_place(void (*scene)(struct stage *stage), failing_check *check, int after);

#endif
