/* ending.h - the output at the end of a run of libvt. */
#pragma once

/* Print the output. This function has the type qp_finish_show (core/session/finish.h). The output is a line that
 * reports what was recorded and lost, and how to view it. If the option VERBOSE is above 1, the summary precedes this
 * line. */
int vt_ending_print(int data_file, const char *path, int log);
