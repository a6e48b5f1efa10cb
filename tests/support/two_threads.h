/* two_threads.h - clients with the virtual threads A and B whose times are exact: the clock (clock.h) stands at 0 when
 * they start. */
#pragma once

#include "format/record.h"

#include <stdint.h>

#define A 0xa000
#define B 0xb000
#define C 0xc000 /* for tests that need a third one */

/* ---- in the client ------------------------------------------------------------------------------------------ */

/* Call run_start (run.h) at tick 0 and report whether it worked. */
void start(const char *options);

/* Name the virtual threads "A" and "B". */
void name_both(void);

/* Start, and register the methods 1 "a", 2 "b" and 3 "c". */
void start_with_methods(const char *options);

/* Start with methods, then call name_both. */
void start_with_both(const char *options);

/* Start with both, without options; then A has waited in a since 10, and B runs b. */
void start_waiting(void);

/* B ends at 45, A resumes then and ends at 50, with the run. */
void end_waiting(void);

/* At 10 another system thread reports that A is blocked. */
void block_a_elsewhere(void);

/* ---- in the test -------------------------------------------------------------------------------------------- */

/* Return the time of the virtual thread in the state; its running time. */
uint64_t time_of(uint64_t id, enum qp_context_state state);
uint64_t run_of(uint64_t id);

/* Return its state at the end of the run. */
enum qp_context_state state_of(uint64_t id);
