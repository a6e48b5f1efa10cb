#include "base/hold.h"

#include <errno.h>
#include <pthread.h>
#include <time.h>
#include <unistd.h>

void qp_hold_begin(struct qp_hold *hold)
{
    static const int signals[] = {SIGXFSZ, SIGPIPE};
    sigset_t blocked, pending;
    int kept = errno;
    sigemptyset(&blocked);
    sigemptyset(&hold->taken);
    sigpending(&pending);
    for (int i = 0; i < 2; i++) {
        sigaddset(&blocked, signals[i]);
        if (!sigismember(&pending, signals[i]))
            sigaddset(&hold->taken, signals[i]);
    }
    pthread_sigmask(SIG_BLOCK, &blocked, &hold->before);
    errno = kept;
}

void qp_hold_end(const struct qp_hold *hold)
{
    const struct timespec at_once = {0, 0};
    int kept = errno;
    while (sigtimedwait(&hold->taken, NULL, &at_once) > 0 || errno == EINTR)
        ;
    pthread_sigmask(SIG_SETMASK, &hold->before, NULL);
    errno = kept;
}

int qp_hold_write(int fd, const void *bytes, size_t size, uint64_t offset)
{
    while (size > 0) {
        ssize_t written = pwrite(fd, bytes, size, (off_t)offset);
        if (written < 0 && errno == EINTR)
            continue;
        if (written == 0)
            errno = ENOSPC;
        if (written <= 0)
            return -1;
        bytes = (const char *)bytes + written;
        size -= (size_t)written;
        offset += (uint64_t)written;
    }
    return 0;
}
