/* file.h - where a data file lies: its place from the options, its name once it can be read, its way to its place at
 * the end. */
#ifndef QP_SESSION_FILE_H
#define QP_SESSION_FILE_H

#include "core/session/config.h"
#include "core/session/draft.h"

struct qp_file {
    struct qp_draft draft; /* its path is NULL where the file is in memory only */
    struct qp_name name;   /* where it is recorded, but for the number; empty for memory */
    struct qp_name target;
    bool elsewhere; /* it is to be copied to the target at the end */
    unsigned least; /* number of the name there */
};

/* Create the file that the options name; it has no name yet. Returns its descriptor, or -1 with errno and no file left:
 * the name is the one that failed then. */
int qp_file_create(struct qp_file *file, const struct qp_config *config, const char *program);

/* It can be read: give it its name. To replace: in place of an earlier run's data file, which is gone from the target
 * from now on where the file is recorded elsewhere; a file that must stay is not replaced. Returns 0, or -1 with errno.
 */
int qp_file_publish(struct qp_file *file, bool replace);

/* Whether the pattern's own name was taken, so that the file has another one. Of a file that is recorded elsewhere once
 * it is delivered. */
bool qp_file_is_renamed(const struct qp_file *file);

/* Have a number in its name that is not below this one, from 1: the next free one. Of a file that is recorded elsewhere
 * the name at its target counts. Returns the number, 0 where the name cannot be changed. */
unsigned qp_file_number(struct qp_file *file, unsigned least);

/* A copy of the file as it is now under the next free name, for qprof_save_data. Returns its name, owned by the
 * caller; NULL with errno. */
char *qp_file_save(const struct qp_config *config, const char *program);

/* Bring the finished file, open as fd, to its target, where it appears when it is whole. Returns 0, or -1 with errno
 * (it stays where it was recorded). */
int qp_file_deliver(struct qp_file *file, int fd);

void qp_file_fini(struct qp_file *file);

/* Open the log file for the summary. Returns a descriptor, -1 with errno. */
int qp_file_open_log(const struct qp_config *config, const char *program);

#endif
