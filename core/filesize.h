/* filesize.h - write without SIGXFSZ: over the file size limit the kernel sends it, and it would end the host. */
#ifndef QP_CORE_FILESIZE_H
#define QP_CORE_FILESIZE_H

#include <signal.h>

struct qp_filesize_hold {
    sigset_t before;
    int pending;
};

/* Between the two a write over the limit only fails, with EFBIG. The calling thread's mask and the host's handler are
 * as before afterwards; errno is kept. */
void qp_filesize_hold(struct qp_filesize_hold *hold);
void qp_filesize_release(const struct qp_filesize_hold *hold);

#endif
