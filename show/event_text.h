/* event_text.h - an event of the log in words. */
#ifndef QP_SHOW_EVENT_TEXT_H
#define QP_SHOW_EVENT_TEXT_H

#include "data/resolved.h"

/* The name of what the event happened to, shown safely; empty when it has none. */
void qp_event_text_object(const struct qp_events *events, const struct qp_resolved *resolved, char *shown, size_t size);

/* What it says besides its kind and object: value, bytes, tag, text; without a line end. */
void qp_event_text_details(const struct qp_events *events, const struct qp_resolved *resolved, FILE *out);

#endif
