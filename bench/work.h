/* work.h - work of known duration between two events. */
#pragma once

#include <stdint.h>

/* Do `steps` steps of work, which take about a nanosecond each. The result depends on `value`, and is passed to the
 * next call, like the data of a program. */
typedef uint64_t worker(uint64_t value, unsigned steps);

/* Work like that of a byte code interpreter: loads, an indirect jump, and a stack in memory. */
worker work_interpreter;

/* The work of work_interpreter, with a branch every 16 steps that the processor cannot predict, because it depends
 * on data. */
worker work_branches;

/* Work in which each step depends on the result of the previous step. */
worker work_chain;

/* Work whose steps do not depend on each other. */
worker work_independent;
