#include "core/session/file.h"

#include "base/atomic.h"
#include "base/hold.h"
#include "base/zeros.h"
#include "core/store/descriptor.h"
#include "core/session/copy.h"

#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/vfs.h>
#include <unistd.h>

#define MEMORY_DIRECTORY "/dev/shm"

/* ---- where to record ------------------------------------------------------------------------------------ */

/* Return true if the file's file system is unsuitable for recording. Network, user-space and copy-on-write file
 * systems are too slow, or cannot guarantee space for a prepared page. Without -record-in, the file is then recorded in
 * memory and copied at the end. */
static bool is_unfit(int fd)
{
    static const unsigned long magics[] = {
        0x6969,     /* nfs */
        0x517b,     /* smb */
        0xfe534d42, /* smb2 */
        0xff534d42, /* cifs */
        0x65735546, /* fuse */
        0x9123683e, /* btrfs */
        0x2fc12fc1, /* zfs */
        0x01021997, /* 9p */
    };
    struct statfs status;
    if (fstatfs(fd, &status) != 0)
        return false;
    for (size_t i = 0; i < sizeof magics / sizeof *magics; i++)
        if ((unsigned long)status.f_type == magics[i])
            return true;
    return false;
}

/* Discard the draft, preserve errno, and return -1. */
static int abandon(struct qp_file *file)
{
    qp_draft_discard(&file->draft);
    qp_descriptor_close(file->draft.fd);
    file->draft.fd = -1;
    return -1;
}

/* Record in another directory. The draft at the target, which proved that a file can be created there, is discarded. */
static int record_elsewhere(struct qp_file *file, const char *directory, const char *program)
{
    struct qp_draft draft;
    struct qp_file_name name;
    qp_name_resolve(&name, directory, "/%v.%p.%n.qii", program);
    if (qp_draft_begin(&draft, &name) != 0)
        return -1;
    abandon(file);
    file->draft = draft;
    file->target = file->name;
    file->name = name;
    file->elsewhere = true;
    return 0;
}

int qp_file_create(struct qp_file *file, const struct qp_config *config, const char *program)
{
    const char *pattern = config->text[QP_OPTION_DATA_FILE];
    const char *directory = config->text[QP_OPTION_RECORD_IN];
    *file = (struct qp_file){.draft = {.fd = -1}, .least = 1};
    if (strcasecmp(pattern, "none") == 0)
        return file->draft.fd = qp_descriptor_far(memfd_create("qii", MFD_CLOEXEC));
    qp_name_resolve(&file->name, "", pattern, program);
    if (qp_draft_begin(&file->draft, &file->name) != 0)
        return abandon(file);
    if (directory[0] != '\0' && record_elsewhere(file, directory, program) != 0) {
        qp_name_resolve(&file->name, directory, "", program);
        return abandon(file);
    }
    if (directory[0] == '\0' && is_unfit(file->draft.fd))
        record_elsewhere(file, MEMORY_DIRECTORY, program); /* if this fails, record in the target's directory */
    return file->draft.fd;
}

int qp_file_publish(struct qp_file *file, bool replace)
{
    if (file->name.length == 0)
        return 0;
    if (replace && file->elsewhere && !file->target.is_numbered)
        qp_draft_clear(&file->target); /* if the existing file must stay, the new file's name gets a number at the
                                        * end of the run */
    else if (replace && !file->name.is_numbered && qp_draft_replace(&file->draft, &file->name) == 0)
        return 0;
    return qp_draft_publish(&file->draft, &file->name, 1);
}

bool qp_file_is_renamed(const struct qp_file *file)
{
    return !file->elsewhere && !file->name.is_numbered && file->draft.number > 1;
}

void qp_file_fini(struct qp_file *file)
{
    char *path = file->draft.path;
    *file = (struct qp_file){.draft = {.fd = -1}};
    qp_fence_signal(); /* so that a forked child does not free the path again */
    free(path);
}

/* ---- another number -------------------------------------------------------------------------------------- */

static unsigned first_free(const struct qp_file_name *resolved, unsigned number)
{
    struct qp_file_name name;
    struct stat status;
    qp_name_number(&name, resolved, number);
    while (lstat(name.text, &status) == 0)
        qp_name_number(&name, resolved, ++number);
    return number;
}

unsigned qp_file_number(struct qp_file *file, unsigned least)
{
    struct qp_draft *draft = &file->draft;
    struct qp_file_name name;
    if (file->elsewhere)
        return file->least = first_free(&file->target, least > file->least ? least : file->least);
    qp_name_number(&name, &file->name, draft->number);
    bool is_named = strcmp(name.text, draft->path) == 0; /* false if the rank was added to the name */
    if ((draft->number < least || !is_named) && qp_draft_publish(draft, &file->name, least) != 0)
        return 0;
    return draft->number;
}

/* ---- copies ---------------------------------------------------------------------------------------------- */

/* Write the pages that are not zeros, so that the others become holes. */
static int write_pages(int to, const unsigned char *bytes, size_t size, uint64_t offset)
{
    bool zero;
    for (size_t at = 0, run; at < size; at += run) {
        run = qp_zeros_run(bytes + at, size - at, &zero);
        if (!zero && qp_hold_write(to, bytes + at, run, offset + at) != 0)
            return -1;
    }
    return 0;
}

static int copy_content(int from, int to)
{
    static const size_t piece = 1 << 16;
    unsigned char *buffer = malloc(piece);
    off_t offset = 0;
    ssize_t got = buffer ? 0 : -1;
    struct qp_hold hold;
    qp_hold_begin(&hold);
    while (buffer && (got = pread(from, buffer, piece, offset)) > 0) {
        if (write_pages(to, buffer, (size_t)got, (uint64_t)offset) != 0) {
            got = -1;
            break;
        }
        offset += got;
    }
    if (got == 0 && ftruncate(to, offset) != 0)
        got = -1;
    qp_hold_end(&hold);
    free(buffer);
    return got < 0 ? -1 : 0;
}

/* If `result` is 0, all data was written: publish the draft. Otherwise discard it. Close its descriptor. Return the
 * file's name, owned by the caller, or NULL with errno. */
static char *end_draft(struct qp_draft *draft, const struct qp_file_name *resolved, unsigned least, int result)
{
    if (result != 0 || qp_draft_publish(draft, resolved, least) != 0)
        qp_draft_discard(draft);
    qp_descriptor_close(draft->fd);
    return draft->path;
}

/* Copy the data, then call fsync: a network file system may not report a lack of space before that. */
int qp_file_deliver(struct qp_file *file, int fd)
{
    struct qp_draft draft;
    if (!file->elsewhere)
        return 0;
    if (qp_draft_begin(&draft, &file->target) != 0)
        return -1;
    int result = copy_content(fd, draft.fd) == 0 ? fsync(draft.fd) : -1;
    char *name = end_draft(&draft, &file->target, file->least, result);
    if (!name)
        return -1;
    unlink(file->draft.path);
    file->draft.number = draft.number;
    file->name = file->target;
    file->elsewhere = false;
    qp_draft_set_path(&file->draft, name);
    return 0;
}

char *qp_file_save(const struct qp_config *config, const char *program)
{
    struct qp_file_name resolved;
    struct qp_draft draft;
    const char *pattern = config->text[QP_OPTION_DATA_FILE];
    qp_name_resolve(&resolved, "", strcasecmp(pattern, "none") == 0 ? "%v.%p.qii" : pattern, program);
    if (qp_draft_begin(&draft, &resolved) != 0)
        return NULL;
    return end_draft(&draft, &resolved, 1, qp_copy_write(draft.fd));
}

int qp_file_open_log(const struct qp_config *config, const char *program)
{
    struct qp_file_name resolved, name;
    int append = config->number[QP_OPTION_APPEND_LOGFILE] ? O_APPEND : O_TRUNC;
    qp_name_resolve(&resolved, "", config->text[QP_OPTION_LOG_FILE], program);
    qp_name_number(&name, &resolved, 1);
    return qp_descriptor_above_standard(open(name.text, O_WRONLY | O_CREAT | O_CLOEXEC | append, 0600));
}
