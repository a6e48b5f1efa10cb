/* event_text.h - an event of the log in words. */
#ifndef QII_EVENT_TEXT_H
#define QII_EVENT_TEXT_H

#include "data/events.h"

/* The name of what the event happened to, shown safely; empty when it has none. */
void qii_event_object(const struct qp_events *events, const struct qp_event *event, char *shown, size_t size);

/* What it says besides its kind and object: value, bytes, tag, text; without a line end. */
void qii_event_print_details(const struct qp_events *events, const struct qp_event *event, FILE *out);

#endif
