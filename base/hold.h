/* hold.h - write without SIGXFSZ and SIGPIPE, which would end the host: the kernel sends them when a write goes over
 * the file size limit, or into a pipe that nobody reads. */
#ifndef QP_BASE_HOLD_H
#define QP_BASE_HOLD_H

#include <signal.h>
#include <stddef.h>
#include <stdint.h>

struct qp_hold {
    sigset_t before;
    sigset_t taken; /* those that were not pending before */
};

/* Between the two such a write fails with EFBIG or EPIPE, and sends nothing. Afterwards the calling thread's mask, the
 * host's handlers and the pending signals are as before; errno is kept. */
void qp_hold_begin(struct qp_hold *hold);
void qp_hold_end(const struct qp_hold *hold);

/* Write all bytes, between the two. Returns 0, or -1 with errno: where there is room for a part alone, why the rest
 * failed.
 */
int qp_hold_write(int fd, const void *bytes, size_t size, uint64_t offset);

#endif
