/* work.h - work of known duration between two events. */
#pragma once

#include <stdint.h>

/* Do steps of work, about a nanosecond each. The result depends on the value and goes into the next call, like a
 * program's data. */
typedef uint64_t worker(uint64_t value, unsigned steps);

/* A bytecode interpreter: loads, a dispatch, a stack in memory. */
worker work_interpreter;

/* Same, with an unpredictable branch every 16 steps, as data cause them. */
worker work_branches;

/* Each step depends on the one before. */
worker work_chain;

/* Independent steps. */
worker work_independent;
