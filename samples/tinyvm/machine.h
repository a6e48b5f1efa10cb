/* machine.h - run a program: one loop over its code, fibers, exceptions. */
#ifndef MACHINE_H
#define MACHINE_H

#include "fiber.h"
#include "profiler.h"
#include "program.h"

struct machine {
    struct program *program;
    struct profiler *profiler;
    struct fiber **fibers; /* by number; NULL where one has ended */
    int fiber_count;
    struct fiber *current; /* the one that runs */
    int64_t *memory;
};

/* Run main. The result is main's, modulo 256, or 1 after an exception that nobody catches. */
int machine_run(struct program *program, struct profiler *profiler);

#endif
