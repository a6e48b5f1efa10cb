/* file.h - the location of a data file: where it is recorded, its name, and its destination. */
#pragma once

#include "core/session/config.h"
#include "core/session/draft.h"

struct qp_file {
    struct qp_draft draft;    /* its path is NULL for a file in memory */
    struct qp_file_name name; /* name of the recorded file, without a number; empty for a file in memory */
    struct qp_file_name target;
    bool elsewhere; /* true if the file is copied to `target` at the end */
    unsigned least; /* smallest number that the name at the target may get */
};

/* Create the file that the options request, still without a name. Return its descriptor. On an error, leave no file
 * and return -1 with errno; `file->name` is then the name that failed. */
int qp_file_create(struct qp_file *file, const struct qp_config *config, const char *program);

/* Give the file its name, as soon as its content is readable. If `replace` is true, the file replaces an earlier
 * run's data file. If the new file is recorded elsewhere, the earlier file is removed from the target at once. A file
 * is not replaced if a running program records into it, or if it is not a data file. Return 0, or -1 with errno. */
int qp_file_publish(struct qp_file *file, bool replace);

/* Return true if the file's name got a number, since the pattern's own name was taken. If the file is recorded
 * elsewhere, call this after qp_file_deliver. */
bool qp_file_is_renamed(const struct qp_file *file);

/* Give the file's name the next free number, at least `least` (from 1). For a file that is recorded elsewhere, the
 * name at its target gets the number. Return the number, or 0 if the name cannot be changed. */
unsigned qp_file_number(struct qp_file *file, unsigned least);

/* Write a copy of the data file in its present state under the next free name, for qprof_save_data. Return the
 * copy's name, owned by the caller, or NULL with errno. */
char *qp_file_save(const struct qp_config *config, const char *program);

/* Copy the finished file, open as fd, to its target. The copy gets its name there once it is complete. Return 0. On
 * an error, leave the file where it was recorded and return -1 with errno. */
int qp_file_deliver(struct qp_file *file, int fd);

void qp_file_fini(struct qp_file *file);

/* Open the log file for the summary. Return a descriptor, or -1 with errno. */
int qp_file_open_log(const struct qp_config *config, const char *program);
