/* draft.h - a file that gets its name once it is complete.
 *
 * So no reader finds an incomplete file under that name. A draft has no name (O_TMPFILE), so a killed process leaves
 * nothing behind. If the file system does not support files without a name, the draft has a hidden name in the same
 * directory. */
#pragma once

#include "core/session/name.h"

struct qp_draft {
    int fd;
    char *path;      /* current name, hidden or final, owned by the draft; NULL = none */
    unsigned number; /* number in the final name; 0 = still a draft */
};

/* Create a draft for reading and writing on the file system of the name's directory, with a high descriptor number.
 * Return 0, or -1 with errno. */
int qp_draft_begin(struct qp_draft *draft, const struct qp_file_name *resolved);

/* Give the file the first free name of the pattern whose number is at least `least`. Follow no link and replace no
 * file. A file that has been published is renamed. Return 0, or -1 with errno and the name unchanged. */
int qp_draft_publish(struct qp_draft *draft, const struct qp_file_name *resolved, unsigned least);

/* Give the draft the pattern's first name. A data file of that name is replaced atomically, unless a running program
 * records into it. Return 0, or -1 with errno, which is EEXIST if the existing file must stay. On an error the draft
 * still has no final name. */
int qp_draft_replace(struct qp_draft *draft, const struct qp_file_name *resolved);

/* Remove the data file at the pattern's first name, unless a running program records into it. Return 0, also if no
 * such file exists, or -1 with errno. */
int qp_draft_clear(const struct qp_file_name *resolved);

/* Set the draft's path and take ownership of it. The old path is freed last, so that a child that another thread
 * forks meanwhile never finds a freed path. */
void qp_draft_set_path(struct qp_draft *draft, char *path);

/* Remove a draft, but not a published file. The caller still owns the descriptor. */
void qp_draft_discard(struct qp_draft *draft);
