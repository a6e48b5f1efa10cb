#include "tools/qii/named.h"

#include "tools/qii/directory.h"
#include "tools/qii/qii.h"

#include <errno.h>
#include <glob.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

bool qii_named_is_directory(const char *path)
{
    struct stat status;
    return stat(path, &status) == 0 && S_ISDIR(status.st_mode);
}

bool qii_named_is_pattern(const char *path)
{
    struct stat status;
    return strpbrk(path, "*?[") && lstat(path, &status) != 0;
}

static int add_path(struct qii_named *named, const char *path)
{
    char **paths = realloc(named->paths, ((size_t)named->count + 2) * sizeof *paths);
    char *copy = paths ? strdup(path) : NULL;
    if (paths)
        named->paths = paths;
    if (!copy)
        return qii_no_memory();
    paths[named->count++] = copy;
    paths[named->count] = NULL;
    return QII_OK;
}

static int add_directory(struct qii_named *named, const char *path)
{
    struct qii_directory directory;
    int failure = qii_directory_open(&directory, path), code = QII_OK;
    if (failure == ENOMEM)
        return qii_no_memory();
    if (failure)
        fprintf(stderr, "qii: %s: %s\n", path, strerror(failure));
    else if (!directory.count)
        fprintf(stderr, "qii: no *.qii file in %s\n", path);
    if (failure || !directory.count)
        return QII_UNREADABLE;
    for (uint32_t i = 0; i < directory.count && !code; i++)
        code = add_path(named, strcmp(path, ".") == 0 ? directory.items[i].name : directory.items[i].path);
    qii_directory_close(&directory);
    return code;
}

static int add_matches(struct qii_named *named, const char *pattern)
{
    glob_t found;
    int code = QII_OK;
    switch (glob(pattern, 0, NULL, &found)) {
    case 0:
        for (size_t i = 0; i < found.gl_pathc && !code; i++)
            code = add_path(named, found.gl_pathv[i]);
        globfree(&found);
        return code;
    case GLOB_NOSPACE:
        return qii_no_memory();
    default:
        fprintf(stderr, "qii: no file matches '%s'\n", pattern);
        return QII_UNREADABLE;
    }
}

int qii_named_add(struct qii_named *named, const char *path)
{
    if (qii_named_is_directory(path))
        return add_directory(named, path);
    return qii_named_is_pattern(path) ? add_matches(named, path) : add_path(named, path);
}

int qii_named_add_beside(struct qii_named *named, const char *path)
{
    const char *slash = strrchr(path, '/');
    char *directory = slash > path ? strndup(path, (size_t)(slash - path)) : strdup(slash ? "/" : ".");
    int code = directory ? add_directory(named, directory) : qii_no_memory();
    free(directory);
    return code;
}

void qii_named_keep(struct qii_named *named, uint32_t index)
{
    for (uint32_t i = 0; i < named->count; i++)
        if (i != index)
            free(named->paths[i]);
    named->paths[0] = named->paths[index];
    named->paths[1] = NULL;
    named->count = 1;
}

void qii_named_close(struct qii_named *named)
{
    for (uint32_t i = 0; i < named->count; i++)
        free(named->paths[i]);
    free(named->paths);
    *named = (struct qii_named){0};
}
