/* machine.h - run a program: one loop over its code, fibers, exceptions. */
#ifndef MACHINE_H
#define MACHINE_H

#include "profiler.h"
#include "program.h"

/* Run main. The result is main's, modulo 256, or 1 after an exception that nobody catches. */
int machine_run(struct program *program, struct profiler *profiler);

#endif
