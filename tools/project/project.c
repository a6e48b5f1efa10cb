#include "tools/project/project.h"

#include "base/text.h"
#include "tools/project/find.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#define LARGEST ((size_t)1 << 20) /* bytes */

static bool refuse(const char *file, const char *why, struct qp_error *error)
{
    char name[160];
    qp_text_show(qp_text_of(file), name, sizeof name);
    qp_error_set(error, QP_ERR_READ, "%s: %s", name, why);
    return false;
}

/* Read a regular file of at most LARGEST bytes. */
static bool read_all(int fd, const char *file, char **bytes, size_t *size, struct qp_error *error)
{
    struct stat status;
    ssize_t got = 1;
    if (fstat(fd, &status) != 0)
        return refuse(file, strerror(errno), error);
    if (!S_ISREG(status.st_mode))
        return refuse(file, "not a regular file", error);
    *bytes = malloc(LARGEST + 1);
    if (!*bytes)
        return qp_error_memory(error) == 0;
    for (*size = 0; *size <= LARGEST && got > 0; *size += got > 0 ? (size_t)got : 0)
        got = read(fd, *bytes + *size, LARGEST + 1 - *size);
    if (got < 0)
        return refuse(file, strerror(errno), error);
    return *size <= LARGEST || refuse(file, "larger than 1 MiB", error);
}

/* A link in a repository could point to any file of the user, parts of which would be shown in messages. A link that
 * the user names is followed. */
static bool open_file(struct qii_project *project, const char *file, const char *folder, int flags,
                      struct qp_error *error)
{
    char *bytes = NULL;
    size_t size = 0;
    int fd = open(file, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY | flags);
    if (fd < 0)
        return refuse(file, errno == ELOOP && flags ? "a symbolic link, which is not followed" : strerror(errno),
                      error);
    bool ok = read_all(fd, file, &bytes, &size, error) &&
              qii_project_parse(project, file, folder, (struct qp_text){bytes, (uint32_t)size}, error);
    close(fd);
    free(bytes);
    return ok;
}

static bool open_named(struct qii_project *project, const char *file, struct qp_error *error)
{
    const char *slash = strrchr(file, '/');
    char *folder = strndup(file, slash ? (size_t)(slash + 1 - file) : 0);
    bool ok = folder ? open_file(project, file, folder, 0, error) : qp_error_memory(error) == 0;
    free(folder);
    return ok;
}

static bool open_found(struct qii_project *project, struct qp_error *error)
{
    char *folder, *file;
    if (!qii_project_find(&folder, error))
        return false;
    if (!folder)
        return true;
    if (asprintf(&file, "%s" QII_PROJECT_FILE, folder) < 0)
        file = NULL;
    bool ok = file ? open_file(project, file, folder, O_NOFOLLOW, error) : qp_error_memory(error) == 0;
    free(file);
    free(folder);
    return ok;
}

bool qii_project_open(struct qii_project *project, const char *file, struct qp_error *error)
{
    *project = (struct qii_project){0};
    return file ? open_named(project, file, error) : open_found(project, error);
}
