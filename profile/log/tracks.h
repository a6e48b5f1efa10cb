/* tracks.h - the log as tracks with bars, samples and points (track.h), reported in order of time.
 *
 * Times are nanoseconds from the start of the run, and never go back. Everything before the last clear is skipped, and
 * bars that are open at the clear begin there. There are no bars during a pause, and none from a loss of events until
 * the next event that shows a state. Bars that are open when the log ends last until the end of the run. Memory grows
 * with the number of open bars. */
#pragma once

#include "profile/log/track.h"

/* Read all remaining events. Return false if out of memory, or if a callback returned false. */
bool qp_tracks_read(struct qp_resolver *resolver, const struct qp_tracks_calls *calls, void *to);

/* Write the name of a track or of a state, printable, at most size bytes: "worker 0xa", "Solver:error". If a state
 * of libvt is not in the file, its name is "state" and its handle. */
void qp_tracks_name(const struct qp_events *events, const struct qp_track *track, char *shown, size_t size);
void qp_tracks_function(const struct qp_events *events, const struct qp_bar *bar, char *shown, size_t size);
