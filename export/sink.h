/* sink.h - where an export goes: a stream, or a directory for formats of several files.
 *
 *   struct qp_sink sink = qp_sink_stream(stdout);
 *   struct qp_sink sink = qp_sink_directory("pages");
 *
 * Output errors stay in the streams until they are closed; qp_sink_close tells the first one. */
#ifndef QP_EXPORT_SINK_H
#define QP_EXPORT_SINK_H

#include <stdbool.h>
#include <stdio.h>

struct qp_sink {
    FILE *stream;          /* what is written at present; NULL = nothing */
    const char *directory; /* NULL = one stream for all, which stays the caller's */
    int error;             /* errno of the first failure, 0 = none */
};

struct qp_sink qp_sink_stream(FILE *stream);
struct qp_sink qp_sink_directory(const char *path);

/* Begin a file of the format, after the one before it was ended; of a stream there is only one, whatever its name. A
 * directory is made when it is not there; names have no '/'. Returns NULL when it cannot be opened. */
FILE *qp_sink_open(struct qp_sink *sink, const char *name);

/* End what is open. Returns false when something could not be written; sink->error tells why. */
bool qp_sink_close(struct qp_sink *sink);

#endif
