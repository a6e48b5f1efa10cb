#include "core/session/file.h"

#include "base/hold.h"
#include "core/record/run.h"

#include <errno.h>
#include <fcntl.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/vfs.h>
#include <time.h>
#include <unistd.h>

#define MOST_NAMES       100000 /* tries of %n before giving up */
#define RANK_DIGITS      4
#define MEMORY_DIRECTORY "/dev/shm"

/* ---- names ----------------------------------------------------------------------------------------------- */

struct name {
    char text[4096];
    size_t length;
    int numbered; /* it came from a pattern with %n */
    int own;      /* the pattern tells processes apart: %r, %p or %n */
};

static void add(struct name *name, const char *text)
{
    int room = (int)(sizeof name->text - name->length);
    int length = snprintf(name->text + name->length, (size_t)room, "%s", text);
    name->length += (size_t)(length < room ? length : room - 1);
}

static void add_number(struct name *name, int width, unsigned long long number)
{
    char digits[32];
    snprintf(digits, sizeof digits, "%0*llu", width, number);
    add(name, digits);
}

/* Put a number before the suffix. */
static void add_to_stem(struct name *name, int width, unsigned number)
{
    char *slash = strrchr(name->text, '/');
    char *dot = strrchr(slash != NULL ? slash : name->text, '.');
    char suffix[256] = "";
    if (dot != NULL && strlen(dot) < sizeof suffix) {
        strcpy(suffix, dot);
        name->length = (size_t)(dot - name->text);
        *dot = '\0';
    }
    add(name, ".");
    add_number(name, width, number);
    add(name, suffix);
}

static void expand_pattern(struct name *name, const char *pattern, const char *program, unsigned number)
{
    name->length = 0;
    name->text[0] = '\0';
    name->numbered = 0;
    name->own = 0;
    for (const char *at = pattern; *at != '\0'; at++) {
        char one[2] = {*at, '\0'};
        if (*at != '%' || at[1] == '\0') {
            add(name, one);
            continue;
        }
        switch (*++at) {
        case 'v':
            add(name, program);
            break;
        case 'p':
            add_number(name, 1, (unsigned long long)getpid());
            name->own = 1;
            break;
        case 'r':
            add_number(name, RANK_DIGITS, qp_run_rank);
            name->own = 1;
            break;
        case 't':
            add_number(name, 1, (unsigned long long)time(NULL));
            break;
        case 'n':
            add_number(name, 1, number);
            name->numbered = 1;
            name->own = 1;
            break;
        default:
            one[0] = *at;
            add(name, one);
            break;
        }
    }
}

/* Processes that run together must not meet in one file. */
static void expand(struct name *name, const char *pattern, const char *program, unsigned number)
{
    expand_pattern(name, pattern, program, number);
    if (qp_run_ranks > 0 && !name->own)
        add_to_stem(name, RANK_DIGITS, qp_run_rank);
}

/* A host without stderr must not find its lines in a data file that got the number 2. */
static int above_standard(int fd)
{
    if (fd < 0 || fd > STDERR_FILENO)
        return fd;
    int above = fcntl(fd, F_DUPFD_CLOEXEC, STDERR_FILENO + 1);
    int failure = errno;
    close(fd);
    errno = failure;
    return above;
}

/* Create the first name of the pattern that does not exist yet; no link is followed, no file is opened again. A pattern
 * without %n takes numbers before its suffix then. */
static int create_new(struct name *name, const char *pattern, const char *program)
{
    for (unsigned number = 1; number <= MOST_NAMES; number++) {
        expand(name, pattern, program, number);
        if (!name->numbered && number > 1)
            add_to_stem(name, 1, number - 1);
        int fd = open(name->text, O_RDWR | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0600);
        if (fd >= 0 || errno != EEXIST)
            return above_standard(fd);
    }
    return -1;
}

/* ---- places ---------------------------------------------------------------------------------------------- */

/* Network, user-space and copy-on-write file systems cannot promise that a prepared page has room when it is written,
 * or keep up: there the default is to record in memory and copy at the end. */
static int is_unfit(int fd)
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
        return 0;
    for (size_t i = 0; i < sizeof magics / sizeof *magics; i++)
        if ((unsigned long)status.f_type == magics[i])
            return 1;
    return 0;
}

static int record_elsewhere(struct qp_file *file, const char *directory, const char *program)
{
    struct name name;
    char pattern[4096];
    snprintf(pattern, sizeof pattern, "%s/%%v.%%p.%%n.qii", directory);
    int fd = create_new(&name, pattern, program);
    if (fd < 0)
        return -1;
    file->target = file->path;
    file->path = strdup(name.text);
    close(file->fd);
    file->fd = fd;
    return 0;
}

int qp_file_create(struct qp_file *file, const struct qp_config *config, const char *program)
{
    const char *pattern = config->text[QP_OPTION_DATA_FILE];
    const char *directory = config->text[QP_OPTION_RECORD_IN];
    *file = (struct qp_file){.fd = -1};
    if (strcasecmp(pattern, "none") == 0) {
        file->fd = above_standard(memfd_create("qii", MFD_CLOEXEC));
        return file->fd < 0 ? -1 : 0;
    }
    struct name name;
    file->fd = create_new(&name, pattern, program);
    int failure = errno;
    file->path = strdup(name.text);
    errno = failure;
    if (file->fd < 0)
        return -1;
    if (directory[0] != '\0' && record_elsewhere(file, directory, program) != 0) {
        failure = errno;
        close(file->fd);
        qp_file_unlink(file);
        free(file->path);
        file->path = strdup(directory);
        errno = failure;
        return -1;
    }
    if (directory[0] != '\0')
        return 0;
    if (is_unfit(file->fd))
        record_elsewhere(file, MEMORY_DIRECTORY, program); /* else it stays where it is */
    return 0;
}

void qp_file_unlink(const struct qp_file *file)
{
    if (file->path != NULL)
        unlink(file->path);
    if (file->target != NULL)
        unlink(file->target);
}

void qp_file_fini(struct qp_file *file)
{
    free(file->path);
    free(file->target);
    *file = (struct qp_file){.fd = -1};
}

/* ---- copies ---------------------------------------------------------------------------------------------- */

static int copy_content(int from, int to)
{
    static const size_t piece = 1 << 16;
    char *buffer = malloc(piece);
    off_t offset = 0;
    ssize_t got = buffer == NULL ? -1 : 0;
    struct qp_hold hold;
    qp_hold_begin(&hold);
    while (buffer != NULL && (got = pread(from, buffer, piece, offset)) > 0) {
        if (pwrite(to, buffer, (size_t)got, offset) != got) {
            got = -1;
            break;
        }
        offset += got;
    }
    qp_hold_end(&hold);
    free(buffer);
    return got < 0 ? -1 : 0;
}

int qp_file_deliver(struct qp_file *file)
{
    if (file->target == NULL)
        return 0;
    int to = open(file->target, O_WRONLY | O_TRUNC | O_NOFOLLOW | O_CLOEXEC);
    if (to < 0)
        return -1;
    int result = copy_content(file->fd, to);
    if (close(to) != 0)
        result = -1;
    if (result != 0)
        return -1;
    unlink(file->path);
    free(file->path);
    file->path = file->target;
    file->target = NULL;
    return 0;
}

/* The copy says of itself that it is one, so that no reader waits for its end. */
static int mark_saved(int fd)
{
    const uint32_t state = QP_RUN_SAVED;
    return pwrite(fd, &state, sizeof state, offsetof(struct qp_header, state)) == sizeof state ? 0 : -1;
}

char *qp_file_save(const struct qp_file *file, const struct qp_config *config, const char *program)
{
    struct name name;
    const char *pattern = config->text[QP_OPTION_DATA_FILE];
    int fd = create_new(&name, strcasecmp(pattern, "none") == 0 ? "%v.%p.qii" : pattern, program);
    if (fd < 0)
        return NULL;
    int result = copy_content(file->fd, fd) == 0 ? mark_saved(fd) : -1;
    if (close(fd) != 0 || result != 0) {
        unlink(name.text);
        return NULL;
    }
    return strdup(name.text);
}

int qp_file_open_log(const struct qp_config *config, const char *program)
{
    struct name name;
    int append = config->number[QP_OPTION_APPEND_LOGFILE] ? O_APPEND : O_TRUNC;
    expand(&name, config->text[QP_OPTION_LOG_FILE], program, 1);
    return above_standard(open(name.text, O_WRONLY | O_CREAT | O_CLOEXEC | append, 0600));
}
