/* timeline_words.h - an event of virtual threads in words: of whom it tells, and what that one did until then. */
#ifndef QP_SHOW_LOG_TIMELINE_WORDS_H
#define QP_SHOW_LOG_TIMELINE_WORDS_H

#include "profile/log/timeline.h"

#include <stdio.h>

/* Of whom: name and id, printable; empty when it tells of none, or nobody knows of which. */
void qp_timeline_words_object(const struct qp_timeline *timeline, const struct qp_timeline_step *step, char *shown,
                              size_t size);

/* What stands behind that: the function on top, by whom, how long it was in its states before. */
void qp_timeline_words_print(const struct qp_timeline *timeline, const struct qp_event *event,
                             const struct qp_timeline_step *step, FILE *out);

/* Whether a user's ID or part of a name means one that the event tells of, or that does what it tells. */
bool qp_timeline_words_mean(const struct qp_timeline *timeline, const struct qp_timeline_step *step,
                            const char *wanted);

#endif
