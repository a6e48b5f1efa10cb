/* machine.h - run a program: one loop over its code, fibers, exceptions. */
#ifndef MACHINE_H
#define MACHINE_H

#include "profiler.h"
#include "program.h"

#define MACHINE_MEMORY 65536 /* values that mem[] can hold */

/* What the machine itself throws. */
#define MACHINE_ERROR_DIVISION (-1) /* by zero, or without a result */
#define MACHINE_ERROR_ADDRESS  (-2) /* mem[] beyond its ends */
#define MACHINE_ERROR_DEPTH    (-3) /* too many calls within calls */
#define MACHINE_ERROR_FIBER    (-4) /* resume of no fiber, of an ended or of a running one; yield outside a fiber */

/* Run main. The result is main's, modulo 256, or 1 after an exception that nobody catches. */
int machine_run(struct program *program, struct profiler *profiler);

#endif
