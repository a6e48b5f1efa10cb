/* failing.h - scenes in which the n-th allocation of our libraries fails, for every n; or all from the n-th on.
 *
 * failing.c has functions that replace the C library's in the whole process; a call counts if it comes from one
 * of our libraries. */
#pragma once

#include "tests/support/stage.h"

/* Reserved numbers of the stage; numbers below 16 are the scene's. */
enum { FAILING_GO = 16, FAILING_AT, FAILING_AFTER, FAILING_PLACES };

/* In the scene: begin and end the part with failures. Between them, return whether the failing allocation has come. */
void failing_begin(struct stage *stage);
void failing_end(struct stage *stage);
int failing_was_met(void);

/* While it is 1, pthread_setspecific fails, which may allocate memory. */
extern int failing_keys;

/* Check the scene's files. Return whether data from before the failure could be checked. */
typedef uint64_t failing_check(const struct stage *stage, uint64_t place);

void failing_at_each_place(void (*scene)(struct stage *stage), failing_check *check, int after);
