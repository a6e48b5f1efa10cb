#include "tools/qii/installed.h"

#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { ROOM = 2 * PATH_MAX };

char *qii_installed_find(const char *file, bool required)
{
    static const char *const folders[] = {"../lib", "../" QII_LIBDIR};
    char self[PATH_MAX], path[ROOM] = "/proc/self/exe";
    ssize_t length = readlink(path, self, sizeof self - 1);
    self[length < 0 ? 0 : length] = '\0';
    char *slash = strrchr(self, '/');
    if (slash)
        *slash = '\0';
    for (size_t i = 0; length >= 0 && i < sizeof folders / sizeof *folders; i++) {
        snprintf(path, ROOM, "%s/%s/%s", self, folders[i], file);
        if (access(path, R_OK) == 0)
            return realpath(path, NULL);
    }
    if (required)
        fprintf(stderr, "qii: %s is missing\n", path);
    return NULL;
}
