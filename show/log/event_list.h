/* event_list.h - the events of one or several logs in order of time, one per line. If libqprof wrote the log, the list
 * also has the run's marks, such as phases and pauses. */
#pragma once

#include "locate/log.h"
#include "show/parts/stream.h"

struct qp_event_list_choice {
    const char *thread;  /* show only threads and virtual threads with this number or part of a name; NULL = all */
    const char *state;   /* show only states with this part of a name; NULL = all events */
    const char *product; /* show only events of this library; NULL = all */
    uint32_t kinds;      /* kinds of events to show: bits 1 << kind */
    uint64_t from;       /* show only events from this time on, in nanoseconds since the start of the list */
    uint64_t to;
    bool stack; /* show all frames of an event's location */
};

/* A log of the list: of a run, or of a rank of a job. */
struct qp_event_list_log {
    struct qp_log *log;
    const char *rank;   /* name of the rank, shown with the names of threads; NULL = none */
    uint64_t offset_ns; /* nanoseconds from the start of the list to the start of the run */
};

/* Read the logs to their ends and print the list, then a line with the number of events. Set *shown to the number of
 * events printed. Return false if out of memory. */
bool qp_event_list_print(const struct qp_event_list_log *logs, uint32_t count,
                         const struct qp_event_list_choice *choice, const struct qp_stream *stream, uint64_t *shown);
