/* process.h - find the data file that a running process records into. */
#pragma once

#include "base/error.h"

#include <sys/types.h>

struct qp_process_file {
    pid_t process;
    int fd; /* open for reading, closed by the caller; the file may have been unlinked */
};

/* Find the data file of a process; if it has none, that of its only descendant that has one. Return 0, else the
 * error's code: no such process, no permission, no recording process, or several. */
int qp_process_find_file(pid_t process, struct qp_process_file *found, struct qp_error *error);
