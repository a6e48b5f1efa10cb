/* process.h - the data file that a running process records into. */
#ifndef QP_WATCH_PROCESS_H
#define QP_WATCH_PROCESS_H

#include "base/error.h"

#include <sys/types.h>

struct qp_process_file {
    pid_t process;
    int fd; /* open for reading, the caller's to close; the file may have no name any more */
};

/* The file of a process; where it has none, that of the one process below it (its children, and theirs) that has. The
 * result is 0, else the error's code: no such process, not permitted, none that records, or several. */
int qp_process_find_file(pid_t process, struct qp_process_file *found, struct qp_error *error);

#endif
