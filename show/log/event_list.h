/* event_list.h - the events of the log, a line each, in the order of time; in libqprof's time line the marks of the run
 * stand among them. */
#ifndef QP_SHOW_LOG_EVENT_LIST_H
#define QP_SHOW_LOG_EVENT_LIST_H

#include "locate/log.h"
#include "show/parts/stream.h"

struct qp_event_list_choice {
    const char *thread;  /* number or part of a name, also of a virtual thread; NULL = all, as the next two */
    const char *state;   /* part of a name */
    const char *product; /* whose events */
    uint32_t kinds;      /* bits 1 << kind */
    uint64_t from;       /* nanoseconds since the start, as times are shown */
    uint64_t to;
    bool stack; /* all frames of a location */
};

/* The list, and a line below it that counts. The log is read to its end. *shown tells how many events were drawn.
 * Returns false without memory. */
bool qp_event_list_print(struct qp_log *log, const struct qp_event_list_choice *choice, const struct qp_stream *stream,
                         uint64_t *shown);

#endif
