/* draft.h - a file that gets its name when it is whole: nobody finds an empty or half a file, and a process that is
 * killed before leaves none.
 *
 * It has no name at all until then (O_TMPFILE), or where the file system cannot do that a hidden one beside its place.
 */
#ifndef QP_SESSION_DRAFT_H
#define QP_SESSION_DRAFT_H

#include "core/session/name.h"

struct qp_draft {
    int fd;
    char *path;      /* its name, hidden or for good; owned; NULL = none */
    unsigned number; /* in its name for good; 0 = it is a draft */
};

/* A new file, for reading and writing, on the file system of the name's place; the descriptor's number is far away.
 * Returns 0, or -1 with errno. */
int qp_draft_begin(struct qp_draft *draft, const struct qp_name *resolved);

/* Give it the first name of the pattern, from this number on, that does not exist yet; no link is followed, nothing is
 * replaced. A published file may get another name in this way. Returns 0, or -1 with errno: the name is as before. */
int qp_draft_publish(struct qp_draft *draft, const struct qp_name *resolved, unsigned least);

/* Give it the pattern's first name, in place of a data file that no running program records into, in one step. Returns
 * 0, or -1 with errno, EEXIST where what is there must stay: the draft has no name yet. */
int qp_draft_replace(struct qp_draft *draft, const struct qp_name *resolved);

/* Remove a data file that no running program records into from the pattern's first name. Returns 0, or -1 with errno;
 * nothing there is no failure. */
int qp_draft_clear(const struct qp_name *resolved);

/* Leave nothing behind of a draft; a published file stays. The descriptor is the caller's. */
void qp_draft_discard(struct qp_draft *draft);

#endif
