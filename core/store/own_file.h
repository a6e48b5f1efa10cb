/* own_file.h - the data file's descriptor in a program that may close any, and get its number for a file of its own.
 *
 * With the growth lock, or while nothing records. */
#ifndef QP_STORE_OWN_FILE_H
#define QP_STORE_OWN_FILE_H

#include <stdbool.h>

/* The file behind fd, which is ours from now on. */
void qp_own_file_begin(int fd);

/* Where the file lies, relative to the present directory; NULL = nowhere. */
void qp_own_file_set_path(const char *path);

/* The file's descriptor. Where the program has closed it, the data file is opened again by its path, if it is still
 * there. Else, which is told in one line, the file grows no more, and this returns -1 with errno. */
int qp_own_file_descriptor(void);

/* Close it, unless its number is the program's by now. */
void qp_own_file_close(void);

#endif
