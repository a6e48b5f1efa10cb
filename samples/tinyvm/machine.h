/* machine.h - the interpreter loop: one loop over the code, fibers, exceptions. */
#ifndef MACHINE_H
#define MACHINE_H

#include "profiler.h"
#include "program.h"

/* Run main. Return its result, modulo 256, or 1 after an uncaught exception. */
int machine_run(struct program *program, struct profiler *profiler);

#endif
