/* open.h - calls that ITT opened on the calling thread: tasks, frames and waits.
 *
 * The end of a task names only its domain, so the open calls of each thread are kept here. */
#pragma once

#include <stdbool.h>

#include "include/qprof.h"

enum itt_kind {
    ITT_TASK,
    ITT_FRAME,
    ITT_EVENT,
    ITT_WAIT,
    ITT_OVERLAP, /* overlapped tasks, regions, frames with an id */
    ITT_KINDS
};

/* Enter a method on behalf of `owner`: a domain, an event or a sync object, which is not dereferenced. */
void itt_open(enum itt_kind kind, const void *owner, qprof_MethodID method);

/* Leave the newest open method of this kind and owner, and those that were entered since. Return false if there is
 * none. */
bool itt_close(enum itt_kind kind, const void *owner);

/* Return whether the newest open method is of this kind and owner. */
bool itt_is_newest(enum itt_kind kind, const void *owner);

/* Count the end of something of this kind that has not begun. An annotation at the end of the run has the number. */
void itt_count_unmatched(enum itt_kind kind);

/* Add that annotation. */
void itt_open_finish(void);
