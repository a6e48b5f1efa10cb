/* file.h - where a data file lies: its name from the pattern, its creation, its way to its place at the end. */
#ifndef QP_SESSION_FILE_H
#define QP_SESSION_FILE_H

#include "core/session/config.h"

struct qp_file {
    int fd;
    char *path;   /* where it is recorded; NULL = in memory only */
    char *target; /* where it is to be copied at the end, NULL = it is there already */
};

/* Create the file that the options name. Returns. 0, or -1 with errno and no file left; path then holds the name that
 * failed (the caller frees it with fini). */
int qp_file_create(struct qp_file *file, const struct qp_config *config, const char *program);

/* A copy of the file as it is now under the next free name, for qprof_save_data. Returns. Its name, owned by the
 * caller; NULL with errno. */
char *qp_file_save(const struct qp_file *file, const struct qp_config *config, const char *program);

/* Bring the finished file to its target. Returns. 0, or -1 with errno (it stays where it was recorded). */
int qp_file_deliver(struct qp_file *file);

/* It could not be made use of: leave nothing of it behind. The descriptor is the caller's. */
void qp_file_unlink(const struct qp_file *file);

void qp_file_fini(struct qp_file *file);

/* Open the log file for the summary. Returns. A descriptor, -1 with errno. */
int qp_file_open_log(const struct qp_config *config, const char *program);

#endif
