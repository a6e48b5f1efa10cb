#include "tools/qii/installed.h"

#include <limits.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { ROOM = 2 * PATH_MAX };

/* Write the path of a file below the library directory. If the file is not found, write a path where it was expected,
 * and return false. */
static bool find(const char *file, char path[ROOM])
{
    static const char *const folders[] = {"../lib", "../" QII_LIBDIR};
    char self[PATH_MAX];
    ssize_t length = readlink("/proc/self/exe", self, sizeof self - 1);
    if (length < 0) {
        snprintf(path, ROOM, "/proc/self/exe");
        return false;
    }
    self[length] = '\0';
    char *slash = strrchr(self, '/');
    if (slash)
        *slash = '\0';
    for (size_t i = 0; i < sizeof folders / sizeof *folders; i++) {
        snprintf(path, ROOM, "%s/%s/%s", self, folders[i], file);
        if (access(path, R_OK) == 0)
            return true;
    }
    return false;
}

char *qii_installed_look(const char *file)
{
    char path[ROOM];
    return find(file, path) ? realpath(path, NULL) : NULL;
}

char *qii_installed_find(const char *file)
{
    char path[ROOM];
    if (find(file, path))
        return realpath(path, NULL);
    fprintf(stderr, "qii: %s is missing\n", path);
    return NULL;
}
