/* replaceable.h - whether a new data file may take the place of what has its name. */
#ifndef QP_BASE_REPLACEABLE_H
#define QP_BASE_REPLACEABLE_H

#include "base/error.h"

/* Open what stands at a path, for reading and writing, if a new data file may replace it: a file that begins with
 * the eight bytes of magic, and that no running program records into. Links are not followed. Returns its descriptor;
 * -1 where the path is free, with error->code 0, and where the file must stay, with the reason in error. Not for a file
 * that this process records into: closing the descriptor would release the recorder's lock. */
int qp_replaceable_open(const char *path, const char magic[8], struct qp_error *error);

#endif
