/* summary.h - the text summary that the recorder prints at shutdown.
 *
 * This module is linked into the recorder. It needs neither jansson nor argp, opens no file, and frees all memory that
 * it takes from malloc. */
#pragma once

#include "format/record.h"

/* Write the summary of one library's run to out_fd: the top functions for libqprof, the files with the lines and
 * functions hit for libcprof; then the diagnostics and the path of the data file. data_fd is the recorder's own
 * descriptor of the data file, open for reading and writing. data_path is only printed; it is NULL if the file will not
 * remain. Return 0, or a negative enum qp_err after writing the reason to out_fd if possible. This function must not be
 * called in a signal handler. */
int qp_summary_write(int data_fd, const char *data_path, enum qp_product product, int out_fd);
