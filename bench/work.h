/* work.h - work whose time is known: what a function does between two events. */
#ifndef BENCH_WORK_H
#define BENCH_WORK_H

#include <stdint.h>

/* Steps of work, about a nanosecond each. The result depends on the value and goes into the next call, as a program's
 * data do. */
typedef uint64_t worker(uint64_t value, unsigned steps);

/* A bytecode interpreter: loads, a dispatch, a stack in memory. */
worker work_interpreter;

/* The same, with a turn that the processor cannot foresee every 16 steps, as data make them. */
worker work_branches;

/* Each step waits for the one before. */
worker work_chain;

/* Steps that wait for nothing. */
worker work_independent;

#endif
