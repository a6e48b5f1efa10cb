/* own_file.h - the data file's descriptor in a host program that may close it and reuse its number.
 *
 * Requires the growth lock, or that nothing records. */
#pragma once

/* Take over the file behind fd. */
void qp_own_file_begin(int fd);

/* Set the file's path, relative to the current directory; NULL = none. */
void qp_own_file_set_path(const char *path);

/* Return the file's descriptor. If the program closed it, the data file is opened again by its path. If that fails, one
 * line is printed, the file grows no more, and this returns -1 with errno. */
int qp_own_file_descriptor(void);

/* Close the descriptor, unless the program now uses its number. */
void qp_own_file_close(void);
