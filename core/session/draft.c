#include "core/session/draft.h"

#include "base/atomic.h"
#include "base/recorded.h"
#include "core/store/descriptor.h"
#include "format/record.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define MOST_NAMES  100000 /* maximum number of names to try */
#define MOST_HIDDEN 1000

/* ---- without a name -------------------------------------------------------------------------------------- */

static void take_directory(char *directory, const char *path)
{
    const char *slash = strrchr(path, '/');
    if (!slash)
        strcpy(directory, ".");
    else
        snprintf(directory, sizeof((struct qp_file_name *)NULL)->text, "%.*s", slash == path ? 1 : (int)(slash - path),
                 path);
}

/* Open a file without a name. If /proc is not mounted, fail, since linkat later needs /proc/self/fd to give the file
 * a name. */
static int open_nameless(const char *directory)
{
    if (access("/proc/self/fd", F_OK) != 0) {
        errno = EOPNOTSUPP;
        return -1;
    }
    return open(directory, O_TMPFILE | O_RDWR | O_CLOEXEC, 0600);
}

/* Give the draft a hidden name: call `make` with one name after the other, as long as it fails with EEXIST. Return
 * 0, or -1 with errno. */
static int hide(struct qp_draft *draft, const char *directory, int (*make)(struct qp_draft *draft, const char *name))
{
    char name[sizeof((struct qp_file_name *)NULL)->text + 64];
    int result = -1;
    errno = EEXIST;
    for (int i = 0; result != 0 && errno == EEXIST && i < MOST_HIDDEN; i++) {
        snprintf(name, sizeof name, "%s/.qii.%ld.%d", directory, (long)getpid(), i);
        result = make(draft, name);
    }
    draft->path = result == 0 ? strdup(name) : NULL;
    if (result == 0 && !draft->path) {
        unlink(name);
        result = -1;
    }
    return result;
}

static int create(struct qp_draft *draft, const char *name)
{
    draft->fd = open(name, O_RDWR | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0600);
    return draft->fd < 0 ? -1 : 0;
}

int qp_draft_begin(struct qp_draft *draft, const struct qp_file_name *resolved)
{
    struct qp_file_name first;
    char directory[sizeof first.text];
    *draft = (struct qp_draft){.fd = -1};
    qp_name_number(&first, resolved, 1);
    if (first.length > 0 && first.text[first.length - 1] == '/') {
        errno = EISDIR;
        return -1;
    }
    take_directory(directory, first.text);
    draft->fd = open_nameless(directory);
    /* If hide() fails but has created the file, there was no memory for the file's name. */
    if (draft->fd < 0 && (errno == EOPNOTSUPP || errno == EISDIR || errno == EINVAL) &&
        hide(draft, directory, create) != 0 && draft->fd >= 0) {
        qp_descriptor_close(draft->fd);
        draft->fd = -1;
    }
    draft->fd = qp_descriptor_far(draft->fd);
    return draft->fd < 0 ? -1 : 0;
}

/* ---- the name -------------------------------------------------------------------------------------------- */

/* Rename a file without replacing another file. If the file system supports neither renameat2 nor link, create an
 * empty file under the name, and replace the empty file. */
static int move(const char *from, const char *name)
{
    if (renameat2(AT_FDCWD, from, AT_FDCWD, name, RENAME_NOREPLACE) == 0)
        return 0;
    if (errno != EINVAL && errno != ENOSYS)
        return -1;
    if (link(from, name) == 0)
        return unlink(from);
    if (errno != EPERM && errno != EOPNOTSUPP && errno != ENOSYS)
        return -1;
    int fd = open(name, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0600);
    if (fd < 0)
        return -1;
    close(fd);
    return rename(from, name);
}

static int give_name(struct qp_draft *draft, const char *name)
{
    char own[64];
    if (draft->path)
        return move(draft->path, name);
    snprintf(own, sizeof own, "/proc/self/fd/%d", draft->fd);
    return linkat(AT_FDCWD, own, AT_FDCWD, name, AT_SYMLINK_FOLLOW);
}

void qp_draft_set_path(struct qp_draft *draft, char *path)
{
    char *before = draft->path;
    draft->path = path;
    qp_fence_signal();
    free(before);
}

int qp_draft_publish(struct qp_draft *draft, const struct qp_file_name *resolved, unsigned least)
{
    struct qp_file_name name;
    char *path = malloc(sizeof name.text); /* allocate before the file gets its name, which cannot be undone */
    int result = -1;
    errno = path ? EEXIST : ENOMEM;
    for (unsigned i = 0; result != 0 && errno == EEXIST && i < MOST_NAMES; i++) {
        qp_name_number(&name, resolved, least + i);
        result = give_name(draft, name.text);
        draft->number = result == 0 ? least + i : draft->number;
    }
    if (result != 0) {
        free(path);
        return -1;
    }
    qp_draft_set_path(draft, strcpy(path, name.text));
    return 0;
}

/* ---- in place of another file ---------------------------------------------------------------------------- */

/* Open the data file at a name in order to replace it. Lock it as a recorder does, so that only one of several runs
 * replaces it. Return a descriptor, or -1 with errno, which is EEXIST if the file must stay and ENOENT if no file
 * exists. */
static int take_over(const char *name)
{
    struct qp_error error = {0};
    struct qp_descriptor_file named;
    int fd = qp_recorded_open_idle(name, QP_RECORD_MAGIC, &error);
    if (fd < 0) {
        errno = error.code ? EEXIST : ENOENT;
        return -1;
    }
    bool is_ours = qp_descriptor_lock(fd, F_WRLCK) == 0;
    int again = open(name, O_PATH | O_NOFOLLOW | O_CLOEXEC);
    qp_descriptor_identify(again, &named);
    bool is_taken = is_ours && again >= 0 && qp_descriptor_is(fd, &named);
    qp_descriptor_close(again);
    if (is_taken)
        return fd;
    close(fd);
    errno = EEXIST;
    return -1;
}

int qp_draft_replace(struct qp_draft *draft, const struct qp_file_name *resolved)
{
    struct qp_file_name name;
    char directory[sizeof name.text];
    qp_name_number(&name, resolved, 1);
    int old = take_over(name.text);
    if (old < 0)
        return errno == ENOENT ? qp_draft_publish(draft, resolved, 1) : -1;
    take_directory(directory, name.text);
    char *path = strdup(name.text);
    int result = !path || (!draft->path && hide(draft, directory, give_name) != 0) ? -1 : rename(draft->path, path);
    qp_descriptor_close(old);
    if (result != 0) {
        free(path);
        return -1;
    }
    qp_draft_set_path(draft, path);
    draft->number = 1;
    return 0;
}

int qp_draft_clear(const struct qp_file_name *resolved)
{
    struct qp_file_name name;
    qp_name_number(&name, resolved, 1);
    int old = take_over(name.text);
    if (old < 0)
        return errno == ENOENT ? 0 : -1;
    int result = unlink(name.text);
    qp_descriptor_close(old);
    return result;
}

void qp_draft_discard(struct qp_draft *draft)
{
    int kept = errno;
    if (draft->path && draft->number == 0)
        unlink(draft->path);
    qp_draft_set_path(draft, NULL);
    errno = kept;
}
