/* ending.h - the output at the end of a run of libvt. */
#pragma once

/* Print the output, as a qp_finish_show (core/session/finish.h). Depending on the option VERBOSE, it consists of the
 * summary, and a line that reports what was recorded and lost, and how to view it. */
int vt_ending_print(int data_file, const char *path, int log);
