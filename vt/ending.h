/* ending.h - what is told when a run of libvt is over. */
#ifndef QP_VT_ENDING_H
#define QP_VT_ENDING_H

/* A qp_finish_show (core/session/finish.h). VERBOSE decides what it prints: the summary, then a line that says what was
 * recorded, what was lost, and how to see it. */
int vt_ending_tell(int data_file, const char *path, int log);

#endif
