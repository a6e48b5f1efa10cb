/* two_threads.h - clients with two virtual threads, A and B, whose times are exact: the clock (clock.h) stands at 0
 * when they start. */
#pragma once

#include "format/record.h"

#include <stdint.h>

#define A 0xa000
#define B 0xb000
#define C 0xc000 /* a third virtual thread, for tests that need one */

/* ---- for the client ----------------------------------------------------------------------------------------- */

/* Call run_start (run.h) at tick 0 and report whether it worked. */
void start(const char *options);

/* Name the virtual threads "A" and "B". */
void name_both(void);

/* Call start, then register the methods 1 "a", 2 "b" and 3 "c". */
void start_with_methods(const char *options);

/* Call start_with_methods, then name_both. */
void start_with_both(const char *options);

/* Call start_with_both without options. Then A waits in method a from tick 10 on, and B runs method b. */
void start_waiting(void);

/* End B at tick 45. A resumes at this tick, and ends together with the run at tick 50. */
void end_waiting(void);

/* Report at tick 10, on another system thread, that A is blocked. */
void block_a_elsewhere(void);

/* ---- for the test ------------------------------------------------------------------------------------------- */

/* time_of returns the time of a virtual thread in a state, run_of its running time. */
uint64_t time_of(uint64_t id, enum qp_context_state state);
uint64_t run_of(uint64_t id);

/* Return the state of a virtual thread at the end of the run. */
enum qp_context_state state_of(uint64_t id);
