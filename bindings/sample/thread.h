/* thread.h - the threads that are sampled, their timers and the signal handler. */
#pragma once

#include <signal.h>
#include <stdbool.h>
#include <stdint.h>
#include <time.h>

#include "bindings/sample/restart.h"

/* A thread that is sampled. */
struct sampled {
    void *handle; /* of libqprof */
    timer_t timer;
    clockid_t clock; /* CPU clock of the thread */
    uint64_t offset; /* difference of the clock that is sampled to the thread's CPU clock */
    uint64_t due;    /* reading of that clock at which the next sample is due */
    uint64_t seed;   /* of the random intervals */
    struct restarted restarted;
    struct sampled *next, *previous; /* all threads */
};

#define SAMPLED_SIGNAL SIGSTKFLT /* the kernel never sends it */

/* Begin to take samples, of CPU time or of elapsed time. Return false if this fails. */
bool sampled_start(bool wall, unsigned samples_per_second);
void sampled_stop(void);

/* Stop in a forked child: give the signal back to the program. */
void sampled_leave(void);

/* Return whether threads of this process are sampled. */
bool sampled_is_active(void);

/* Replace what the program does on the signal of the samples; either pointer may be NULL. */
void sampled_exchange_action(const struct sigaction *action, struct sigaction *before);

/* Begin to sample the calling thread. */
void sampled_begin(void);

/* End the recording of one thread, whose clock has this value; or of all that are left. */
void sampled_free(struct sampled *thread, uint64_t clock);
void sampled_free_all(void);
