/* process.h - find the data file that a running process records into. */
#pragma once

#include "base/error.h"

#include <sys/types.h>

struct qp_process_file {
    pid_t process;
    int fd; /* descriptor for reading, which the caller closes; the file may have been unlinked */
};

/* Find the data file of a process. If the process has no data file, find the data file of its only descendant that
 * has a data file. Return 0, or the error's code: there is no such process, it may not be inspected, no process
 * records, or several processes do. */
int qp_process_find_file(pid_t process, struct qp_process_file *found, struct qp_error *error);
