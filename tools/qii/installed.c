#include "tools/qii/installed.h"

#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

char *qii_installed_find(const char *file)
{
    static const char *const folders[] = {"../lib", "../" QII_LIBDIR};
    char self[PATH_MAX];
    ssize_t length = readlink("/proc/self/exe", self, sizeof self - 1);
    if (length < 0) {
        perror("qii: /proc/self/exe");
        return NULL;
    }
    self[length] = '\0';
    char *slash = strrchr(self, '/');
    if (slash)
        *slash = '\0';
    char path[2 * PATH_MAX];
    for (size_t i = 0; i < sizeof folders / sizeof *folders; i++) {
        snprintf(path, sizeof path, "%s/%s/%s", self, folders[i], file);
        if (access(path, R_OK) == 0)
            return realpath(path, NULL);
    }
    fprintf(stderr, "qii: %s is missing\n", path);
    return NULL;
}
