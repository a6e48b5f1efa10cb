/* event_log_text.h - output of the event log, and variables that its parts share. */
#pragma once

#include <pthread.h>
#include <stdbool.h>
#include <stdio.h>

#include "qprof.h"

#define EXPORT __attribute__((visibility("default")))

extern bool log_recording;
extern bool log_virtual_threads; /* the current run has virtual threads */
extern FILE *log_out;

/* Return true if QII_LOG_SHOW contains the letter of this kind of event. */
bool log_shown(char what);

#define SAY(what, ...)                                                                                                 \
    do {                                                                                                               \
        if (log_shown(what))                                                                                           \
            fprintf(log_out, __VA_ARGS__);                                                                             \
    } while (0)

/* First statement of each public function: hold the lock until the function returns. */
#define BEGIN                                                                                                          \
    __attribute__((cleanup(log_unlock))) pthread_mutex_t *held = &log_lock;                                            \
    pthread_mutex_lock(held)

extern pthread_mutex_t log_lock;
void log_unlock(pthread_mutex_t **held);
