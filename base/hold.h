/* hold.h - write without SIGXFSZ and SIGPIPE: over the file size limit, or into a pipe that nobody reads, the kernel
 * sends them, and they would end the host. */
#ifndef QP_BASE_HOLD_H
#define QP_BASE_HOLD_H

#include <signal.h>

struct qp_hold {
    sigset_t before;
    sigset_t taken; /* those that were not pending before */
};

/* Between the two such a write only fails, with EFBIG or EPIPE. The calling thread's mask, the host's handlers and what
 * was pending are as before afterwards; errno is kept. */
void qp_hold_begin(struct qp_hold *hold);
void qp_hold_end(const struct qp_hold *hold);

#endif
