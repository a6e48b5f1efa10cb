/* ending.h - what is told when a run of libvt is over. */
#ifndef QP_VT_ENDING_H
#define QP_VT_ENDING_H

/* By VERBOSE: a line that says what was recorded, what was lost, and how to see it; before it the summary. As
 * qp_finish_show (core/session/finish.h). */
int vt_ending_tell(int data_file, const char *path, int log);

#endif
