/* real.h - functions of the C library that calls.c replaces. Any thread and any signal handler may call them. */
#pragma once

#include <pthread.h>
#include <signal.h>
#include <threads.h>
#include <time.h>

/* X(result, name, parameters, arguments) */
#define REAL_FUNCTIONS(X)                                                                                              \
    X(int, __libc_start_main,                                                                                          \
      (int (*start)(int, char **, char **), int count, char **words, void (*init)(void), void (*fini)(void),           \
       void (*finish)(void), void *stack),                                                                             \
      (start, count, words, init, fini, finish, stack))                                                                \
    X(int, pthread_create,                                                                                             \
      (pthread_t * thread, const pthread_attr_t *attributes, void *(*function)(void *), void *data),                   \
      (thread, attributes, function, data))                                                                            \
    X(int, thrd_create, (thrd_t * thread, thrd_start_t function, void *data), (thread, function, data))                \
    X(int, sigaction, (int number, const struct sigaction *action, struct sigaction *before),                          \
      (number, action, before))                                                                                        \
    X(__sighandler_t, signal, (int number, __sighandler_t handler), (number, handler))                                 \
    X(int, sigprocmask, (int how, const sigset_t *set, sigset_t *before), (how, set, before))                          \
    X(int, pthread_sigmask, (int how, const sigset_t *set, sigset_t *before), (how, set, before))                      \
    X(int, sigwait, (const sigset_t *set, int *number), (set, number))                                                 \
    X(int, sigwaitinfo, (const sigset_t *set, siginfo_t *info), (set, info))                                           \
    X(int, sigtimedwait, (const sigset_t *set, siginfo_t *info, const struct timespec *timeout), (set, info, timeout)) \
    X(int, signalfd, (int descriptor, const sigset_t *set, int flags), (descriptor, set, flags))

#define X(result, name, parameters, arguments) result real_##name parameters;
REAL_FUNCTIONS(X)
#undef X
