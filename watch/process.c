#include "watch/process.h"

#include "base/recorded.h"
#include "format/record.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <glob.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/* ---- the files of a process ---------------------------------------------------------------------------------- */

static bool is_data_file(int fd)
{
    char magic[sizeof QP_RECORD_MAGIC];
    return pread(fd, magic, sizeof magic, 0) == (ssize_t)sizeof magic &&
           memcmp(magic, QP_RECORD_MAGIC, sizeof magic) == 0;
}

/* If a descriptor of the process is a data file, open it. Skip everything but regular files, because opening a
 * device or a pipe may have side effects. */
static bool try_file(const char *link, pid_t process, struct qp_process_file *found)
{
    struct stat status;
    if (stat(link, &status) != 0 || !S_ISREG(status.st_mode))
        return false;
    int fd = open(link, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY);
    if (fd < 0)
        return false;
    if (!is_data_file(fd) || qp_recorded_by(fd) != process) {
        close(fd);
        return false;
    }
    found->process = process;
    found->fd = fd;
    return true;
}

/* Return 1 if the process has a data file, and 0 if it has none. If its descriptors cannot be read, return -1 and
 * set errno. */
static int find_own(pid_t process, struct qp_process_file *found)
{
    char name[300];
    snprintf(name, sizeof name, "/proc/%d/fd", (int)process);
    DIR *directory = opendir(name);
    if (!directory)
        return -1;
    bool has = false;
    const struct dirent *entry;
    while (!has && (entry = readdir(directory))) {
        snprintf(name, sizeof name, "/proc/%d/fd/%s", (int)process, entry->d_name);
        has = entry->d_name[0] != '.' && try_file(name, process, found);
    }
    closedir(directory);
    return has;
}

/* ---- descendants --------------------------------------------------------------------------------------------- */

struct family {
    struct qp_process_file *found;
    unsigned count; /* recording processes */
    pid_t second;
};

static void search_below(struct family *family, pid_t process, unsigned depth);

static void search_children(struct family *family, FILE *children, unsigned depth)
{
    int child;
    while (fscanf(children, "%d", &child) == 1) {
        struct qp_process_file found;
        if (find_own(child, &found) > 0) {
            if (family->count++ == 0) {
                *family->found = found;
            } else {
                family->second = child;
                close(found.fd);
            }
        }
        search_below(family, child, depth + 1);
    }
}

#define DEEPEST 64 /* maximum depth of descendants, so that the search ends even if processes keep forking */

static void search_below(struct family *family, pid_t process, unsigned depth)
{
    char pattern[60];
    glob_t lists = {.gl_pathc = 0}; /* a list of child processes for each thread */
    snprintf(pattern, sizeof pattern, "/proc/%d/task/*/children", (int)process);
    if (depth < DEEPEST)
        glob(pattern, GLOB_NOSORT, NULL, &lists);
    for (size_t i = 0; i < lists.gl_pathc; i++) {
        FILE *children = fopen(lists.gl_pathv[i], "re");
        if (children) {
            search_children(family, children, depth);
            fclose(children);
        }
    }
    globfree(&lists);
}

int qp_process_find_file(pid_t process, struct qp_process_file *found, struct qp_error *error)
{
    struct family family = {.found = found};
    int own = find_own(process, found);
    if (own > 0)
        return 0;
    if (own < 0 && errno == ENOENT)
        return qp_error_set(error, QP_ERR_READ, "no process %d", (int)process);
    if (own < 0)
        return qp_error_set(error, QP_ERR_READ, "cannot read the files of process %d: %s", (int)process,
                            strerror(errno));
    search_below(&family, process, 0);
    if (family.count == 1)
        return 0;
    if (family.count == 0)
        return qp_error_set(error, QP_ERR_READ, "neither process %d nor a descendant is being recorded", (int)process);
    close(found->fd);
    return qp_error_set(error, QP_ERR_READ,
                        "%u descendants of process %d are being recorded, such as %d and %d: specify one of them",
                        family.count, (int)process, (int)found->process, (int)family.second);
}
