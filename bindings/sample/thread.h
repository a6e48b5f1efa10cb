/* thread.h - the threads that are sampled, their timers and the signal handler.
 *
 * The path of a sample (`qii run --sample`):
 *   1. A timer on the thread's CPU clock sends a signal to the thread.
 *   2. The handler reads that clock, collects the addresses of the stack (qprof_find_stack), and sends both to the
 *      recorder thread through a slot (slots.h). It takes no lock and allocates nothing.
 *   3. The recorder thread (recorder.h) finds functions, inlined functions and lines, registers new ones (places.h),
 *      and records the sample for the sampled thread (qprof_record_stack), which it charges with the CPU time since the
 *      thread's previous sample.
 *
 * Why a recorder thread: names may not be read in a handler, and without them neither inlined functions nor lines are
 * known. If the handler pushed frames with ids that are registered later, each address would need its own id, and a
 * function would have as many nodes as addresses. Why the library unwinds the stack: the unwinder and its locks belong
 * to libqpcore, of which each process has one copy, and libvt's must be the same.
 *
 * Why the recorder thread belongs to a C library of its own: the program's C library would lock each getc and malloc of
 * a program without threads as soon as it knew of a second one (bindings/native/symbols/symbols.h).
 *
 * A run ends at exit() or _exit() (sampler.c): then the recorder thread records what was sent. A program that is killed
 * loses the samples of its last milliseconds. A forked child takes no samples: it inherits no timer.
 *
 * One risk remains: at an address that is new to it, libunwind takes the dynamic loader's lock in the handler. A
 * callback of the program's own dl_iterate_phdr that waits for a lock of the interrupted thread would wait forever.
 *
 * The program does not notice the signal (calls.c), nor are its system calls interrupted (restart.h). Only threads that
 * pthread_create or thrd_create start are sampled, and the main thread. */
#pragma once

#include <signal.h>
#include <stdbool.h>
#include <stdint.h>
#include <time.h>

#include "bindings/kit/sampled.h"
#include "bindings/sample/restart.h"

/* A thread that is sampled. */
struct sampled {
    struct kit_sampled it;
    struct restarted restarted;
    struct sampled *next_unused;
};

#define SAMPLED_SIGNAL SIGSTKFLT /* the kernel never sends it */

/* Begin to take samples, of CPU time or of elapsed time. Return false if this fails. */
bool sampled_start(bool wall, unsigned samples_per_second);

/* Stop in a forked child: give the signal back to the program. */
void sampled_leave(void);

/* Replace the program's action for the signal of the samples; either pointer may be NULL. */
void sampled_exchange_action(const struct sigaction *action, struct sigaction *before);

/* Begin to sample the calling thread. */
void sampled_begin(void);

/* For the recorder thread: end the recording of a thread, whose clock has this value. */
void sampled_free(struct kit_sampled *thread, uint64_t clock);
