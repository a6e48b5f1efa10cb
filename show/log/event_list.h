/* event_list.h - the events of the log in order of time, one per line, with the marks of the run if libqprof logged. */
#pragma once

#include "locate/log.h"
#include "show/parts/stream.h"

struct qp_event_list_choice {
    const char *thread;  /* number or part of a name, also of a virtual thread; NULL = all, also for the next two
                          * fields */
    const char *state;   /* part of a name */
    const char *product; /* product of the events */
    uint32_t kinds;      /* bits 1 << kind */
    uint64_t from;       /* nanoseconds since the start, as shown */
    uint64_t to;
    bool stack; /* all frames of a location */
};

/* Print the list and a line with the number of events. Reads the log to its end. *shown is the number of events
 * printed. Return false if out of memory. */
bool qp_event_list_print(struct qp_log *log, const struct qp_event_list_choice *choice, const struct qp_stream *stream,
                         uint64_t *shown);
