/* tracks.h - the log as viewers draw it: tracks with bars, samples and points on them (track.h), told in the order of
 * time.
 *
 * Times are nanoseconds from the start of the run, and never go back. What lies before the last clear is left out, and
 * what is open then begins there. In a pause, and from a loss of events until something is told again, there is no bar.
 * What is open when the log ends lasts until the end of the run. Memory grows with what is open at once. */
#ifndef QP_LOG_TRACKS_H
#define QP_LOG_TRACKS_H

#include "profile/log/track.h"

/* Read all events that are left. Returns false without memory, and when a callback did. */
bool qp_tracks_read(struct qp_resolver *resolver, const struct qp_tracks_calls *calls, void *to);

/* Names, printable, at most size bytes: "worker 0xa", "Solver:error"; a state of libvt, also one that is not in the
 * file. */
void qp_tracks_name(const struct qp_events *events, const struct qp_track *track, char *shown, size_t size);
void qp_tracks_function(const struct qp_events *events, const struct qp_bar *bar, char *shown, size_t size);

#endif
