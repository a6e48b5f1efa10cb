#include "tests/support/own_folder.h"

#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

void test_enter_own_folder(void)
{
    char path[PATH_MAX];
    ssize_t length = readlink("/proc/self/exe", path, sizeof path - 1);
    if (length <= 0)
        abort();
    path[length] = '\0';
    *strrchr(path, '/') = '\0';
    if (chdir(path) != 0)
        abort();
}
