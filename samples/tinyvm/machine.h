/* machine.h - the interpreter loop: one loop over the code, fibers, exceptions. */
#ifndef MACHINE_H
#define MACHINE_H

#include "profiler.h"
#include "program.h"

/* Run main. Return its result, modulo 256, or 1 after an uncaught exception. */
int machine_run(struct program *program, struct profiler *profiler);

/* Run the function set_up, if there is one, and then each function without parameters whose name begins with "test_".
 * Each test runs in a fiber of its own; tests that yield take turns. Print the results. Return 0 if no test failed by
 * an uncaught exception, else 1. */
int machine_test(struct program *program, struct profiler *profiler);

#endif
