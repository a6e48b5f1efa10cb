/* gzip.h - a stream whose bytes are compressed into another one, as gzip does. */
#ifndef QP_EXPORT_GZIP_H
#define QP_EXPORT_GZIP_H

#include <stdio.h>

/* Returns NULL without memory. The other stream stays the caller's; fclose writes the end into it, and says whether all
 * was written. */
FILE *qp_gzip_open(FILE *out);

#endif
