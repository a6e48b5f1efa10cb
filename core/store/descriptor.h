/* descriptor.h - descriptors in a program that is not ours: it may close any number, and get the number for a file of
 * its own. */
#ifndef QP_STORE_DESCRIPTOR_H
#define QP_STORE_DESCRIPTOR_H

#include <stdbool.h>
#include <sys/types.h>

/* Which file a descriptor stood for. */
struct qp_descriptor_file {
    dev_t device;
    ino_t inode;
};

/* The same open file under another number, which closes in an exec: behind 0, 1 and 2, so that a host without stderr
 * does not find its lines there; or, if the limit allows, far behind those that a program gets and closes. The old
 * number is closed. Returns -1 with errno, that of the caller for a descriptor below 0. */
int qp_descriptor_above_standard(int fd);
int qp_descriptor_far(int fd);

/* Remember the file; compare it. Signal handlers too. */
void qp_descriptor_look(int fd, struct qp_descriptor_file *file);
bool qp_descriptor_is(int fd, const struct qp_descriptor_file *file);

/* A lock that ends with the process, and that no child inherits: readers tell by it whether the run still lives. type
 * is F_WRLCK or F_UNLCK. Returns 0, or -1 with errno where another process has it. */
int qp_descriptor_lock(int fd, short type);

#endif
