/* timeline_words.h - events of virtual threads as text: the virtual thread, and its state before the event. */
#pragma once

#include "profile/log/timeline.h"

#include <stdio.h>

/* Print the details of an event: the function at the top of the stack, the waker or creator, and how long the virtual
 * thread was in its previous states. */
void qp_timeline_words_print(const struct qp_timeline *timeline, const struct qp_event *event,
                             const struct qp_timeline_step *step, FILE *out);

/* Return true if `wanted`, an ID or a part of a name, matches the event's virtual thread or the virtual thread that
 * caused the event. */
bool qp_timeline_words_match(const struct qp_timeline *timeline, const struct qp_timeline_step *step,
                             const char *wanted);
