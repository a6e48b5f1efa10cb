#include "base/recorded.h"

#include <errno.h>
#include <fcntl.h>
#include <stdbool.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static bool begins_with(int fd, const char magic[8])
{
    char first[8];
    return pread(fd, first, sizeof first, 0) == (ssize_t)sizeof first && memcmp(first, magic, sizeof first) == 0;
}

pid_t qp_recorded_by(int fd)
{
    struct flock lock = {.l_type = F_WRLCK, .l_whence = SEEK_SET, .l_start = 0, .l_len = 1};
    if (fcntl(fd, F_GETLK, &lock) != 0 || lock.l_type == F_UNLCK)
        return 0;
    return lock.l_pid > 0 ? lock.l_pid : -1;
}

/* Check whether a new data file may replace this one. Return error->code. */
static int check(int fd, const char magic[8], struct qp_error *error)
{
    struct stat status;
    if (fstat(fd, &status) != 0 || !S_ISREG(status.st_mode) || !begins_with(fd, magic))
        return qp_error_set(error, QP_ERR_FORMAT, "it is not a qii data file");
    pid_t recorder = qp_recorded_by(fd);
    if (recorder == 0)
        return 0;
    if (recorder > 0)
        return qp_error_set(error, QP_ERR_WRITE, "process %d records into it", (int)recorder);
    return qp_error_set(error, QP_ERR_WRITE, "a running program records into it");
}

int qp_recorded_open_idle(const char *path, const char magic[8], struct qp_error *error)
{
    struct stat status;
    if (lstat(path, &status) != 0) {
        if (errno != ENOENT)
            qp_error_set(error, QP_ERR_WRITE, "%s", strerror(errno));
        return -1;
    }
    if (!S_ISREG(status.st_mode)) { /* checked before the file is opened, because opening a device or pipe may have
                                     * side effects */
        qp_error_set(error, QP_ERR_FORMAT, "it is %s",
                     S_ISLNK(status.st_mode) ? "a symbolic link" : "not a qii data file");
        return -1;
    }
    int fd = open(path, O_RDWR | O_NOFOLLOW | O_CLOEXEC | O_NONBLOCK | O_NOCTTY);
    if (fd < 0) {
        qp_error_set(error, QP_ERR_WRITE, "%s", strerror(errno));
        return -1;
    }
    if (check(fd, magic, error) == 0)
        return fd;
    close(fd);
    return -1;
}
