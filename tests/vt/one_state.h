/* one_state.h - a scene that calls one state, and the number of its calls in a data file. */
#pragma once

#include "tests/support/stage.h"

/* In a scene: define the state, enter and leave it. */
void call_state(void);

/* Assert that the run in this file ended normally, with so many calls of states and no misuse but events outside of a
 * run. */
void expect_calls(const struct stage *stage, const char *name, uint64_t calls);
