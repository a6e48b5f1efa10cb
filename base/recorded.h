/* recorded.h - which process records into a data file, and whether a new file may take its place. */
#ifndef QP_BASE_RECORDED_H
#define QP_BASE_RECORDED_H

#include "base/error.h"

#include <sys/types.h>

/* Return the process that records into an open file: a recorder locks the first byte, and no child inherits the lock.
 * 0 = none, or the system cannot tell; -1 = a process that has no number here. */
pid_t qp_recorded_by(int fd);

/* Open what stands at a path, for reading and writing, if a new data file may replace it: a file that begins with
 * the eight bytes of magic, and that no running program records into. Links are not followed. Returns its descriptor;
 * -1 where the path is free, with error->code 0, and where the file must stay, with the reason in error. Not for a file
 * that this process records into: closing the descriptor would release the recorder's lock. */
int qp_recorded_open_idle(const char *path, const char magic[8], struct qp_error *error);

#endif
