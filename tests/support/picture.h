/* picture.h - the data file that run.h looks at, opened when it is first asked about. */
#ifndef QP_TESTS_SUPPORT_PICTURE_H
#define QP_TESTS_SUPPORT_PICTURE_H

/* The client is about to run again: close the file, look at RUN_FILE and the test's product next time. */
void picture_close(void);

#endif
