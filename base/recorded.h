/* recorded.h - the process that records into a data file, and whether a new file may replace it. */
#pragma once

#include "base/error.h"

#include <sys/types.h>

/* Return the process that records into an open file. A recorder holds a lock on the first byte of its file, which no
 * child process inherits; this function asks the kernel who holds the lock. Return 0 if no process records or the
 * process is unknown, and -1 if the process has no pid in this namespace. */
pid_t qp_recorded_by(int fd);

/* Open the file at a path for reading and writing, if a new data file may replace it: the file must begin with the
 * eight bytes `magic`, and no running program may record into it. Links are not followed. Return the descriptor. Return
 * -1 with error->code 0 if there is no file, and -1 with an error if the file must stay. Do not call this function for
 * a file that the calling process records into: closing the descriptor would release the recorder's lock. */
int qp_recorded_open_idle(const char *path, const char magic[8], struct qp_error *error);
