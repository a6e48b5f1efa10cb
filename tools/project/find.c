#include "tools/project/find.h"

#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

/* Return true if there is a file of any kind, or a link, with this name in a directory. */
static bool has(const char *folder, const char *name)
{
    char path[PATH_MAX];
    struct stat status;
    return snprintf(path, sizeof path, "%s%s", folder, name) < PATH_MAX && lstat(path, &status) == 0;
}

static bool is_root(const char *folder)
{
    char above[PATH_MAX];
    struct stat here, there;
    return snprintf(above, sizeof above, "%s..", folder) >= PATH_MAX || stat(*folder ? folder : ".", &here) != 0 ||
           stat(above, &there) != 0 || (here.st_dev == there.st_dev && here.st_ino == there.st_ino);
}

/* A file above the working directory counts only inside a repository, since a directory such as /tmp may contain files
 * of other users. A worktree or submodule has a file .git instead of a directory. */
bool qii_project_find(char **folder, struct qp_error *error)
{
    char above[PATH_MAX] = "";
    bool found = false, repository = false;
    *folder = NULL;
    for (size_t length = 0;; length += 3) {
        if (!found && has(above, QII_PROJECT_FILE)) {
            found = true;
            *folder = strdup(above);
            if (!*folder)
                return qp_error_memory(error) == 0;
        }
        repository = has(above, ".git");
        bool decided = repository || (found && !**folder);
        if (decided || length + sizeof "../.." > PATH_MAX || is_root(above))
            break;
        memcpy(above + length, "../", sizeof "../");
    }
    if (found && **folder && !repository) {
        free(*folder);
        *folder = NULL;
    }
    return true;
}
