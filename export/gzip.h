/* gzip.h - gzip compression of an exporter's output. */
#pragma once

#include "export/put.h"

/* From now on, compress all output of `put` into its stream. Return false if out of memory; then nothing changes. */
bool qp_gzip_begin(struct qp_put *put);

/* Finish the compression, and let `put` write to the stream `out` again. Return false if some output was not
 * written. */
bool qp_gzip_end(struct qp_put *put, FILE *out);
