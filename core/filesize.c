#include "core/filesize.h"

#include <errno.h>
#include <pthread.h>
#include <time.h>

static sigset_t the_signal(void)
{
    sigset_t set;
    sigemptyset(&set);
    sigaddset(&set, SIGXFSZ);
    return set;
}

void qp_filesize_hold(struct qp_filesize_hold *hold)
{
    sigset_t set = the_signal(), pending;
    sigpending(&pending);
    hold->pending = sigismember(&pending, SIGXFSZ);
    pthread_sigmask(SIG_BLOCK, &set, &hold->before);
}

void qp_filesize_release(const struct qp_filesize_hold *hold)
{
    const struct timespec at_once = {0, 0};
    sigset_t set = the_signal();
    int kept = errno;
    if (!hold->pending)
        while (sigtimedwait(&set, NULL, &at_once) < 0 && errno == EINTR)
            ;
    pthread_sigmask(SIG_SETMASK, &hold->before, NULL);
    errno = kept;
}
