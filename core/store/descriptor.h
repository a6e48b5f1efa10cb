/* descriptor.h - descriptors in a host program that may close any number and reuse it for its own file. */
#pragma once

#include <stdbool.h>
#include <sys/types.h>

/* Identity of the file behind a descriptor. */
struct qp_descriptor_file {
    dev_t device;
    ino_t inode;
};

/* Close a descriptor, unless it is negative; errno is kept. */
void qp_descriptor_close(int fd);

/* Move a descriptor to another number, with close-on-exec, and close the old one. above_standard moves it above 2,
 * so that a host without stderr does not write into the file; far moves it far above the numbers that a program uses,
 * if the limit allows. Return the new number, or -1 with errno. For a negative fd, return -1 with errno unchanged. */
int qp_descriptor_above_standard(int fd);
int qp_descriptor_far(int fd);

/* qp_descriptor_identify stores the identity of the descriptor's file, qp_descriptor_is compares with it.
 * Async-signal-safe. */
void qp_descriptor_identify(int fd, struct qp_descriptor_file *file);
bool qp_descriptor_is(int fd, const struct qp_descriptor_file *file);

/* Set or release a lock that ends with the process and that no child inherits: readers check it to learn whether the
 * run still lives. type is F_WRLCK or F_UNLCK. Return 0, or -1 with errno if another process has it. */
int qp_descriptor_lock(int fd, short type);
