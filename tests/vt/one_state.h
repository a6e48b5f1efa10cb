/* one_state.h - a scene that calls one state, and how many calls of it stand in a data file that the scene left. */
#ifndef TESTS_VT_ONE_STATE_H
#define TESTS_VT_ONE_STATE_H

#include "tests/support/stage.h"

/* In a scene: define the state, enter and leave it. */
void call_state(void);

/* The run in this file ended normally, with so many calls of states and no misuse but of events outside of a run. */
void expect_calls(const struct stage *stage, const char *name, uint64_t calls);

#endif
