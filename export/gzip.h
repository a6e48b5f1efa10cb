/* gzip.h - what is put is compressed on its way, as gzip does. */
#ifndef QP_EXPORT_GZIP_H
#define QP_EXPORT_GZIP_H

#include "export/put.h"

/* From now on, into the stream that put has. Returns false without memory; nothing has changed then. */
bool qp_gzip_begin(struct qp_put *put);

/* The end of what is compressed; put has its stream out again. Returns false when some of it was not written. */
bool qp_gzip_end(struct qp_put *put, FILE *out);

#endif
