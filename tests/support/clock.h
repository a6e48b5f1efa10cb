/* clock.h - a clock that stands still until the test moves it; for tests that link the library (linked.c). */
#ifndef QP_TESTS_SUPPORT_CLOCK_H
#define QP_TESTS_SUPPORT_CLOCK_H

#include <stdint.h>

/* From now on this is the tick that everything reads. */
void clock_at(uint64_t tick);

/* From now on each reading finds the clock so many ticks further than the one before, which passed while it was not
 * looked at: 0 ends it. */
void clock_moves_by(uint64_t ticks);

#endif
