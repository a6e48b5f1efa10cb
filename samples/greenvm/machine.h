/* machine.h - run threads of a program on several carriers. There is one machine in a process. */
#ifndef MACHINE_H
#define MACHINE_H

#include "../tinyvm/program.h"
#include "profiler.h"
#include "thread.h"

#define MACHINE_MEMORY 65536 /* values that mem[] can hold */
#define MACHINE_SLICE  10000 /* statements after which a thread lets others run */

/* What became of a native function. */
enum outcome {
    OUTCOME_DONE,  /* thread->result is its result */
    OUTCOME_PARKED /* the thread belongs to whoever wakes it; the carrier must not touch it any more */
};

/* The running thread stops running, for a reason. Call it before anybody can wake the thread. */
void machine_park(struct thread *thread, enum state state);

/* A parked thread can go on, with this result of its native. Any system thread may call it, once. */
void machine_wake(struct thread *thread, int64_t result);

/* Native join(thread). */
enum outcome machine_join(struct thread *thread, const int64_t *arguments);

/* Run main on so many carriers; the calling thread is the first. All is over when main returns, whatever other threads
 * do. The result is main's, modulo 256. */
int machine_run(struct program *program, struct profiler *profiler, int carriers);

#endif
