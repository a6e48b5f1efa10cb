#include "locate/debug_file.h"

#include <fcntl.h>
#include <limits.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>
#include <zlib.h>

char *qp_debug_path(const char *directory)
{
    char full[PATH_MAX], *path;
    bool given = directory && directory[0] && realpath(directory, full);
    return asprintf(&path, ":.debug:/usr/lib/debug%s%s", given ? ":" : "", given ? full : "") < 0 ? NULL : path;
}

/* Return whether a file has this checksum. 0 stands for no checksum. */
static bool has_checksum(int fd, GElf_Word wanted)
{
    unsigned char bytes[65536];
    uLong sum = crc32(0, NULL, 0);
    off_t at = 0;
    ssize_t count;
    while (wanted && (count = pread(fd, bytes, sizeof bytes, at)) > 0) {
        sum = crc32(sum, bytes, (uInt)count);
        at += count;
    }
    return sum == wanted;
}

/* Open a candidate. Return -1 if it is not the file, which also the stripped file itself may not be. */
static int try_file(const char *path, const char *stripped, GElf_Word checksum)
{
    struct stat status, other;
    int fd = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY);
    if (fd < 0)
        return -1;
    if (fstat(fd, &status) == 0 && S_ISREG(status.st_mode) && has_checksum(fd, checksum) &&
        !(stat(stripped, &other) == 0 && status.st_dev == other.st_dev && status.st_ino == other.st_ino))
        return fd;
    close(fd);
    return -1;
}

/* Search the directories for a file of this name. Those that do not begin with '/' are relative to the stripped
 * file's, and below the others its directory is appended. */
static int find_link(const char *directories, const char *file, const char *link, GElf_Word checksum, char **found)
{
    char path[PATH_MAX];
    const char *slash = strrchr(file, '/');
    int folder = slash ? (int)(slash - file) : 0;
    while (directories) {
        int length = (int)strcspn(directories, ":");
        const char *parent = directories[0] == '/' ? directories : file, *child = parent == file ? directories : file;
        int wanted = snprintf(path, sizeof path, "%.*s/%.*s/%s", parent == file ? folder : length, parent,
                              child == file ? folder : length, child, link);
        int fd = wanted < (int)sizeof path ? try_file(path, file, checksum) : -1;
        if (fd >= 0) {
            *found = strdup(path);
            return fd;
        }
        directories = directories[length] ? directories + length + 1 : NULL;
    }
    return -1;
}

int qp_debug_file_find(Dwfl_Module *module, void **user_data, const char *name, Dwarf_Addr base, const char *file,
                       const char *link, GElf_Word checksum, char **found)
{
    int fd = dwfl_build_id_find_debuginfo(module, user_data, name, base, file, link, checksum, found);
    if (fd >= 0 || !link)
        return fd;
    if (link[0] != '/')
        return find_link(*user_data, file, link, checksum, found);
    *found = strdup(link);
    return try_file(link, file, checksum);
}
