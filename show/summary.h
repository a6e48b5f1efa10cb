/* summary.h - the short text report that the recorder prints at shutdown. Linked into the recorder: needs neither
 * jansson nor argp, opens no file, takes memory from malloc only and gives it back. */
#ifndef QP_SHOW_SUMMARY_H
#define QP_SHOW_SUMMARY_H

#include "format/record.h"

/* Write what a run of one product found, to out_fd. data_fd is the recorder's own descriptor of the data file, opened
 * for reading and writing; data_path is shown as where to look further, NULL when there is no file to come back to.
 * For qprof: the top functions; for cprof: files with lines and functions hit; diagnostics; where the data is.
 * Returns 0, else a negative enum qp_err; then one line says why, when it can. Not for signal handlers. */
int qp_summary_write(int data_fd, const char *data_path, enum qp_product product, int out_fd);

#endif
