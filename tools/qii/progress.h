/* progress.h - a progress line on standard error for work that takes more than a second; only on a terminal. */
#pragma once

#include <stdbool.h>
#include <stdint.h>

struct qii_progress {
    const char *doing; /* "merging" */
    const char *what;  /* "files" */
    uint64_t all;      /* 0 = unknown */
    uint64_t next_ns;  /* time of the next update */
    bool wanted;
    bool shown;
};

struct qii_progress qii_progress_begin(const char *doing, const char *what, uint64_t all);

/* Set the number of items done so far. This is cheap enough to call for each item: it reads a clock, and prints at most
 * ten times a second. */
void qii_progress_step(struct qii_progress *progress, uint64_t done);

/* Remove the progress line. Call this before anything else is written to standard error. The next step prints the line
 * again. */
void qii_progress_clear(struct qii_progress *progress);
