/* summary.h - the text summary that the recorder prints at shutdown.
 *
 * Linked into the recorder: needs neither jansson nor argp, opens no file, and frees all memory, which comes from
 * malloc. */
#pragma once

#include "format/record.h"

/* Write the summary of one product's run to out_fd: for qprof the top functions, for cprof the files with lines and
 * functions hit; diagnostics; the path of the data. data_fd is the recorder's own descriptor of the data file, open for
 * reading and writing; data_path is shown as a pointer to the data, NULL if the file will not remain. Return 0, else a
 * negative enum qp_err, with the reason in one line if possible. Not for signal handlers. */
int qp_summary_write(int data_fd, const char *data_path, enum qp_product product, int out_fd);
