#include "profile/source/source_origin.h"

#include <limits.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/* Return true if a file is below a folder. Nothing counts as below "/", the working directory of many containers. */
static bool is_below(const char *path, const char *folder)
{
    char real[PATH_MAX];
    size_t length = realpath(folder, real) ? strlen(real) : 0;
    return length > 1 && strncmp(path, real, length) == 0 && path[length] == '/';
}

/* Return true if any user of the machine may read the file: the file itself, and each folder on its path. */
static bool is_public(int fd, char *path)
{
    struct stat status;
    bool all = fstat(fd, &status) == 0 && status.st_mode & S_IROTH;
    for (char *slash = strchr(path, '/'); all && (slash = strchr(slash + 1, '/'));) {
        *slash = '\0';
        all = stat(path, &status) == 0 && status.st_mode & S_IXOTH;
        *slash = '/';
    }
    return all;
}

enum qp_source_origin qp_source_origin_of(int fd, const char *const *folders, unsigned count)
{
    char link[40], real[PATH_MAX];
    snprintf(link, sizeof link, "/proc/self/fd/%d", fd);
    ssize_t length = readlink(link, real, sizeof real - 1); /* path of the opened file, even if its name refers to
                                                             * another file by now */
    if (length <= 0)
        return QP_SOURCE_PRIVATE;
    real[length] = '\0';
    bool near = is_below(real, ".");
    for (unsigned i = 0; !near && i < count; i++)
        near = is_below(real, folders[i]);
    if (near)
        return QP_SOURCE_NEAR;
    return is_public(fd, real) ? QP_SOURCE_PUBLIC : QP_SOURCE_PRIVATE;
}
