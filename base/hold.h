/* hold.h - writes without SIGXFSZ and SIGPIPE, which would kill the host.
 *
 * The kernel sends them if a write exceeds the file size limit or goes to a pipe without reader. */
#pragma once

#include <signal.h>
#include <stddef.h>
#include <stdint.h>

struct qp_hold {
    sigset_t before;
    sigset_t taken; /* signals that were not pending before */
};

/* Enclose writes: between begin and end such a write fails with EFBIG or EPIPE, without a signal. Afterwards the
 * calling thread's mask, the host's handlers and the pending signals are as before; errno is kept. */
void qp_hold_begin(struct qp_hold *hold);
void qp_hold_end(const struct qp_hold *hold);

/* Write all bytes, between begin and end. Return 0, or -1 with errno; after a partial write, errno has the reason for
 * the rest. */
int qp_hold_write(int fd, const void *bytes, size_t size, uint64_t offset);
