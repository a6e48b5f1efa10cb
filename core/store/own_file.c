#include "core/store/own_file.h"

#include "base/atomic.h"
#include "core/store/descriptor.h"
#include "core/store/message.h"
#include "core/store/process.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <unistd.h>

static struct {
    int fd;                             /* -1 = none */
    struct qp_descriptor_file identity; /* the file behind fd */
    char path[8192];                    /* absolute path; "" = none */
    bool lost;
} file = {.fd = -1};

void qp_own_file_begin(int fd)
{
    file.fd = fd;
    qp_descriptor_identify(fd, &file.identity);
    file.path[0] = '\0';
    file.lost = false;
}

void qp_own_file_close(void)
{
    if (file.fd >= 0 && qp_descriptor_is(file.fd, &file.identity))
        close(file.fd);
    file.fd = -1;
}

void qp_own_file_set_path(const char *path)
{
    char directory[4096] = "";
    if (path && path[0] != '/' && !getcwd(directory, sizeof directory))
        path = NULL;
    snprintf(file.path, sizeof file.path, "%s%s%s", directory, directory[0] != '\0' ? "/" : "", path ? path : "");
}

static int open_again(void)
{
    int fd = open(file.path, O_RDWR | O_NOFOLLOW | O_CLOEXEC);
    if (fd >= 0 && qp_descriptor_is(fd, &file.identity))
        return qp_descriptor_far(fd);
    if (fd >= 0)
        close(fd);
    return -1;
}

static enum qp_product first_recording(void)
{
    for (int product = 0; product < QP_PRODUCTS; product++)
        if (qp_load_relaxed(&qp_process->recording[product]))
            return (enum qp_product)product;
    return QP_QPROF;
}

int qp_own_file_descriptor(void)
{
    if (!file.lost && qp_descriptor_is(file.fd, &file.identity))
        return file.fd;
    int kept = errno;
    file.fd = file.lost ? -1 : open_again();
    if (file.fd >= 0)
        qp_descriptor_lock(file.fd, F_WRLCK); /* the program's close has released the lock */
    else if (!file.lost)
        qp_message(first_recording(),
                   "the program closed the data file%s%s, and it cannot be opened again: nothing more "
                   "is recorded",
                   file.path[0] != '\0' ? " " : "", file.path);
    file.lost = file.fd < 0;
    errno = file.lost ? EBADF : kept;
    return file.fd;
}
