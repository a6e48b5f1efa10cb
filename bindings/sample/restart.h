/* restart.h - system calls that a sample interrupted.
 *
 * The kernel restarts most system calls (SA_RESTART), but poll, nanosleep and others fail with EINTR after any handler.
 * A program that never expects EINTR would behave differently, so the handler restarts these calls as well. It
 * recognizes them by the instructions before the interrupted one, as the C library has them. This is only done on
 * x86-64. */
#pragma once

#include <stdbool.h>
#include <stdint.h>
#include <time.h>

/* The call of a thread that was restarted last. */
struct restarted {
    uint64_t stack;    /* stack pointer, 0 = none */
    uint64_t timeout;  /* argument that the call got */
    uint64_t deadline; /* in nanoseconds of CLOCK_MONOTONIC */
    struct timespec left;
};

/* If a handler with this ucontext_t interrupted a system call that has failed with EINTR, change the context so that
 * the call is made again. If the program's own signals are pending, they will interrupt the call, so nothing is done.
 * `waited` is true if the thread may have waited in the call before the signal came; then timeouts are shortened, and
 * calls whose timeout cannot be changed fail. Async-signal-safe. */
void restart_call(struct restarted *last, void *context, bool waited);
