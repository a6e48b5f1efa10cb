/* own_file.h - the data file's descriptor in a host program that may close it and reuse its number.
 *
 * Call these functions with the growth lock, or while nothing records. */
#pragma once

/* Make the file with this descriptor the data file. */
void qp_own_file_begin(int fd);

/* Set the file's path, relative to the current directory; NULL = none. */
void qp_own_file_set_path(const char *path);

/* Return the file's descriptor. If the program closed it, the data file is opened again by its path. If that fails,
 * print one line and return -1 with errno; from then on the file does not grow. */
int qp_own_file_descriptor(void);

/* Close the descriptor, unless the program now uses its number. */
void qp_own_file_close(void);
