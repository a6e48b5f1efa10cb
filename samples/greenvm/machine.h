/* machine.h - run threads of a program on several carriers. There is one machine in a process. */
#ifndef MACHINE_H
#define MACHINE_H

#include "../tinyvm/program.h"
#include "profiler.h"

#define MACHINE_MEMORY 65536 /* values that mem[] can hold */
#define MACHINE_SLICE  10000 /* statements after which a thread lets others run, unless the user says another number */

/* Run main on so many carriers; the calling thread is the first. All is over when main returns, whatever other threads
 * do. The result is main's, modulo 256. */
int machine_run(struct program *program, struct profiler *profiler, int carriers, int64_t statements);

#endif
