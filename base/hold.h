/* hold.h - writes without SIGXFSZ and SIGPIPE, which would kill the host.
 *
 * The kernel sends these signals if a write exceeds the file size limit (SIGXFSZ) or goes to a pipe without a reader
 * (SIGPIPE). */
#pragma once

#include <signal.h>
#include <stddef.h>
#include <stdint.h>

struct qp_hold {
    sigset_t before;
    sigset_t taken; /* signals that were not pending before; if they are pending at the end, they are discarded */
};

/* Call these functions before and after writes. Between them, a write beyond the file size limit or to a pipe
 * without a reader fails with EFBIG or EPIPE and sends no signal. Afterwards the calling thread's mask, the host's
 * handlers and the pending signals are as before. Both functions leave errno unchanged. */
void qp_hold_begin(struct qp_hold *hold);
void qp_hold_end(const struct qp_hold *hold);

/* Write all bytes. Call this between qp_hold_begin and qp_hold_end. Return 0, or -1 with errno. If only a part was
 * written, errno is the reason why the rest could not be written. */
int qp_hold_write(int fd, const void *bytes, size_t size, uint64_t offset);
