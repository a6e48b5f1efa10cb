/* progress.h - how far work is that takes more than a second: a line on standard error that is gone at its end, where
 * that is a terminal; else nothing. */
#ifndef QII_PROGRESS_H
#define QII_PROGRESS_H

#include <stdbool.h>
#include <stdint.h>

struct qii_progress {
    const char *doing; /* "merging" */
    const char *what;  /* "files" */
    uint64_t all;      /* 0 = not known */
    uint64_t next_ns;  /* when the line is written next */
    bool wanted;
    bool shown;
};

struct qii_progress qii_progress_begin(const char *doing, const char *what, uint64_t all);

/* So many are done. Cheap enough for each of them: it reads a clock, and writes ten times a second. */
void qii_progress_step(struct qii_progress *progress, uint64_t done);

/* Before anything else is written on standard error: take the line away. It comes back with the next step. */
void qii_progress_clear(struct qii_progress *progress);

#endif
