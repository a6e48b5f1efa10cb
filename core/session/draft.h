/* draft.h - a file that gets its name once it is complete.
 *
 * Nobody sees an empty or partial file, and a killed process leaves none. Until then it has no name (O_TMPFILE), or, if
 * the file system lacks that, a hidden one in the same directory. */
#pragma once

#include "core/session/name.h"

struct qp_draft {
    int fd;
    char *path;      /* current name, hidden or final; owned; NULL = none */
    unsigned number; /* number in the final name; 0 = still a draft */
};

/* Create a draft for reading and writing on the file system of the name's directory, with a high descriptor number.
 * Return 0, or -1 with errno. */
int qp_draft_begin(struct qp_draft *draft, const struct qp_file_name *resolved);

/* Give the file the first free name of the pattern, from number least on. No link is followed, no file replaced. A
 * published file can be renamed too. Return 0, or -1 with errno: the name is as before. */
int qp_draft_publish(struct qp_draft *draft, const struct qp_file_name *resolved, unsigned least);

/* Give the draft the pattern's first name, atomically replacing a data file that no running program records into.
 * Return 0, or -1 with errno, EEXIST if the existing file must stay: the draft has no name yet. */
int qp_draft_replace(struct qp_draft *draft, const struct qp_file_name *resolved);

/* Remove the data file at the pattern's first name, unless a running program records into it. Return 0, also if there
 * is no file, or -1 with errno. */
int qp_draft_clear(const struct qp_file_name *resolved);

/* Remove a draft; a published file stays. The descriptor remains the caller's. */
void qp_draft_discard(struct qp_draft *draft);
