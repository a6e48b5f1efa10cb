/* overlap.h - work that does not nest on a thread: it may overlap other work, and end on another thread.
 *
 * Each piece is a virtual thread that only waits, from its begin to its end. So its time is elapsed time, and the
 * processor time in between remains that of the calls that were made. */
#pragma once

#include <stdbool.h>

#include "bindings/itt/layout.h"

/* Begin a piece of work. */
void itt_overlap_begin(const struct itt_domain *domain, struct itt_id id, const char *name);

/* End the newest piece with this domain and id. Return false if there is none; this is counted. */
bool itt_overlap_end(const struct itt_domain *domain, struct itt_id id);
