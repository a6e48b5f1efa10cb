/* gzip.h - gzip compression of an exporter's output. */
#pragma once

#include "export/put.h"

/* Compress all output from now on into put's stream. Return false if out of memory; then nothing changes. */
bool qp_gzip_begin(struct qp_put *put);

/* Finish compression and restore put's stream out. Return false if some output was not written. */
bool qp_gzip_end(struct qp_put *put, FILE *out);
