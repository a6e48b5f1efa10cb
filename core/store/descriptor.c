#include "core/store/descriptor.h"

#include <errno.h>
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

/* Number from which qp_descriptor_far looks for a free descriptor. Programs have a few hundred descriptors, and the
 * usual limit is 1024. */
#define FAR 900

void qp_descriptor_close(int fd)
{
    int kept = errno;
    if (fd >= 0)
        close(fd);
    errno = kept;
}

static int move_to(int fd, int least)
{
    int moved = fcntl(fd, F_DUPFD_CLOEXEC, least);
    if (moved >= 0)
        qp_descriptor_close(fd);
    return moved;
}

int qp_descriptor_above_standard(int fd)
{
    if (fd < 0 || fd > STDERR_FILENO)
        return fd;
    int moved = move_to(fd, STDERR_FILENO + 1);
    if (moved < 0)
        qp_descriptor_close(fd);
    return moved;
}

int qp_descriptor_far(int fd)
{
    int kept = errno;
    int moved = fd < 0 ? -1 : move_to(fd, FAR);
    if (moved >= 0)
        return moved;
    errno = kept;
    return qp_descriptor_above_standard(fd);
}

void qp_descriptor_identify(int fd, struct qp_descriptor_file *file)
{
    struct stat status = {.st_ino = 0};
    fstat(fd, &status);
    *file = (struct qp_descriptor_file){status.st_dev, status.st_ino};
}

bool qp_descriptor_is(int fd, const struct qp_descriptor_file *file)
{
    struct stat status;
    int kept = errno;
    bool is = fstat(fd, &status) == 0 && status.st_dev == file->device && status.st_ino == file->inode;
    errno = kept;
    return is;
}

int qp_descriptor_lock(int fd, short type)
{
    struct flock range = {.l_type = type, .l_whence = SEEK_SET, .l_start = 0, .l_len = 1};
    return fcntl(fd, F_SETLK, &range);
}
