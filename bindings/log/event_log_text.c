/* event_log_text.c - file to which events are written, and selection of events. */
#include "bindings/log/event_log_text.h"

#include <stdlib.h>
#include <string.h>

bool log_recording;
bool log_virtual_threads;
FILE *log_out;
pthread_mutex_t log_lock = PTHREAD_RECURSIVE_MUTEX_INITIALIZER_NP;

bool log_shown(char what)
{
    static const char *show = "ct";
    if (!log_out) {
        const char *name = getenv("QII_LOG");
        log_out = name ? fopen(name, "we") : stderr;
        if (getenv("QII_LOG_SHOW"))
            show = getenv("QII_LOG_SHOW");
    }
    return strchr(show, what) != NULL;
}

void log_unlock(pthread_mutex_t **held)
{
    pthread_mutex_unlock(*held);
}
