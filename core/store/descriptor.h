/* descriptor.h - descriptors in a host program that may close any number and reuse it for its own file. */
#pragma once

#include <stdbool.h>
#include <sys/types.h>

/* Identity of the file behind a descriptor. */
struct qp_descriptor_file {
    dev_t device;
    ino_t inode;
};

/* Close a descriptor, unless it is negative, and preserve errno. */
void qp_descriptor_close(int fd);

/* Move a descriptor to another number, with close-on-exec, and close the old one. qp_descriptor_above_standard moves
 * it above 2, so that a host program that has closed stderr does not print its errors into the file. qp_descriptor_far
 * moves it above the numbers that a program usually has, if the limit on open files allows, and otherwise above 2.
 * Return the new number, or -1 with errno. For a negative fd, return -1 with errno unchanged. */
int qp_descriptor_above_standard(int fd);
int qp_descriptor_far(int fd);

/* qp_descriptor_identify stores the identity of the descriptor's file, and qp_descriptor_is returns true if the
 * descriptor still belongs to that file. Both are async-signal-safe. */
void qp_descriptor_identify(int fd, struct qp_descriptor_file *file);
bool qp_descriptor_is(int fd, const struct qp_descriptor_file *file);

/* Set the lock on a data file (`type` is F_WRLCK) or release it (F_UNLCK). The system releases the lock when the
 * process ends, and no child inherits it, so readers check the lock to find out if the process still runs. Return 0, or
 * -1 with errno if another process has the lock. */
int qp_descriptor_lock(int fd, short type);
