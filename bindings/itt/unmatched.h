/* unmatched.h - ends of tasks, frames and waits that had not begun. */
#pragma once

#include "bindings/native/open.h"

/* Kinds of calls and other work that ITT begins and ends. */
enum itt_kind {
    ITT_TASK = NATIVE_ITT,
    ITT_FRAME,
    ITT_EVENT,
    ITT_WAIT,
    ITT_OVERLAP, /* overlapped tasks, regions, frames with an id; not in the list of native/open.h */
    ITT_KINDS
};

/* Leave the newest open call of this kind and owner, or count its end as unmatched. */
void itt_close(enum itt_kind kind, uint64_t owner);

/* Count the end of something of this kind that has not begun. An annotation at the end of the run has the number. */
void itt_count_unmatched(enum itt_kind kind);

/* Add that annotation. */
void itt_unmatched_finish(void);
