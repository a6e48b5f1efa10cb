/* machine.h - the interpreter loop: it runs threads of a program on several carriers. There is one machine in a
 * process. */
#ifndef MACHINE_H
#define MACHINE_H

#include "../tinyvm/program.h"
#include "profiler.h"

#define MACHINE_MEMORY 65536 /* size of mem[] in values */
#define MACHINE_SLICE  10000 /* default number of statements after which a thread yields to others */

/* Run main on `carriers` system threads, of which the calling thread is the first. The program ends when main
 * returns, even if other threads are running. Return main's result modulo 256. */
int machine_run(struct program *program, struct profiler *profiler, int carriers, int64_t statements);

#endif
