/* one_state.h - a call of one state in a scene, and a check of the number of such calls in a data file. */
#pragma once

#include "tests/support/stage.h"

/* For scenes: define the state, enter it and leave it. */
void call_state(void);

/* Assert that the run in this file ended normally, and that states were called `calls` times. Events outside of a
 * run are the only misuse. */
void expect_calls(const struct stage *stage, const char *name, uint64_t calls);
