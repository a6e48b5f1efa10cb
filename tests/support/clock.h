/* clock.h - a clock that stands still until the test moves it, for tests that link the library (linked.c). */
#pragma once

#include <stdint.h>

/* Set the tick that every reading returns from now on. */
void clock_at(uint64_t tick);

/* Advance the clock by `ticks` before each reading from now on; 0 stops that. */
void clock_moves_by(uint64_t ticks);
