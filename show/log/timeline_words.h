/* timeline_words.h - events of virtual threads as text: the virtual thread, and its state before the event. */
#pragma once

#include "profile/log/timeline.h"

#include <stdio.h>

/* Write the virtual thread of an event: name and id, printable; empty if there is none or it is unknown. */
void qp_timeline_words_object(const struct qp_timeline *timeline, const struct qp_timeline_step *step, char *shown,
                              size_t size);

/* Print the details: the function on top, the waker or creator, and how long it was in its previous states. */
void qp_timeline_words_print(const struct qp_timeline *timeline, const struct qp_event *event,
                             const struct qp_timeline_step *step, FILE *out);

/* Return true if the user's ID or part of a name matches the event's virtual thread or the one that caused the
 * event. */
bool qp_timeline_words_mean(const struct qp_timeline *timeline, const struct qp_timeline_step *step,
                            const char *wanted);
