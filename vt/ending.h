/* ending.h - the output at the end of a run of libvt. */
#pragma once

/* A qp_finish_show (core/session/finish.h). VERBOSE selects the output: the summary, then a line with what was recorded
 * and lost, and how to view it. */
int vt_ending_print(int data_file, const char *path, int log);
