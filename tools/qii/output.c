#include "tools/qii/output.h"

#include "format/record_file.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static int unwritable(const char *name, const char *why)
{
    fprintf(stderr, "qii: %s: %s\n", name, why);
    return QII_UNWRITABLE;
}

/* Print why no file can be created in the directory of `name`. */
static int no_new_file(const char *name, int error)
{
    const char *slash = strrchr(name, '/');
    int length = slash > name ? (int)(slash - name) : 1;
    if (error != ENOENT || !slash)
        return unwritable(name, strerror(error));
    fprintf(stderr, "qii: cannot write %s: there is no directory %.*s; create it, or name another with -o\n", name,
            length, name);
    return QII_UNWRITABLE;
}

static bool is_same_file(const struct stat *status, const char *path)
{
    struct stat other;
    return path && stat(path, &other) == 0 && status->st_dev == other.st_dev && status->st_ino == other.st_ino;
}

/* Return true if the file is a recording. It may be an input that the command line does not name, such as a file in a
 * directory that it names. */
static bool is_data_file(const char *name)
{
    char start[sizeof QP_RECORD_MAGIC - 1] = "";
    int fd = open(name, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY);
    bool is = fd >= 0 && read(fd, start, sizeof start) == (ssize_t)sizeof start &&
              memcmp(start, QP_RECORD_MAGIC, sizeof start) == 0;
    if (fd >= 0)
        close(fd);
    return is;
}

/* Create a temporary file in the directory of the output file. It gets the mode of the existing output file
 * (`there`). If `there` is NULL, it gets the mode of a new file: `rights` without the umask. */
static int open_beside(struct qii_file *file, mode_t rights, const struct stat *there)
{
    size_t size = strlen(file->place) + sizeof ".XXXXXX";
    file->written = malloc(size);
    if (!file->written)
        return qii_no_memory();
    snprintf(file->written, size, "%s.XXXXXX", file->place);
    int fd = mkostemp(file->written, O_CLOEXEC);
    if (fd < 0)
        return no_new_file(file->name, errno);
    mode_t mask = umask(0);
    umask(mask);
    if (fchmod(fd, there ? there->st_mode & 07777 : rights & ~mask) == 0)
        file->stream = fdopen(fd, "w");
    if (file->stream)
        return QII_OK;
    int code = unwritable(file->name, strerror(errno));
    close(fd);
    unlink(file->written);
    return code;
}

static void release(struct qii_file *file)
{
    free(file->place);
    free(file->written);
    file->place = file->written = NULL;
}

int qii_file_open(struct qii_file *file, const char *name, unsigned rights, const char *const *inputs)
{
    struct stat status;
    *file = (struct qii_file){.stream = stdout, .name = name};
    if (!name)
        return QII_OK;
    bool exists = stat(name, &status) == 0;
    for (; exists && *inputs; inputs++) {
        if (is_same_file(&status, *inputs))
            return unwritable(name, "output file is also an input");
    }
    if (exists && rights == QII_FILE && is_data_file(name))
        return unwritable(name, "output file is a data file; remove it first, or choose another name");
    if (exists && !S_ISREG(status.st_mode)) {
        file->stream = fopen(name, "we");
        return file->stream ? QII_OK : unwritable(name, strerror(errno));
    }
    file->stream = NULL;
    file->place = exists ? realpath(name, NULL) : strdup(name);
    int code = file->place ? open_beside(file, rights, exists ? &status : NULL) : unwritable(name, strerror(errno));
    if (code)
        release(file);
    return code;
}

int qii_file_close(struct qii_file *file, const char *what, struct qp_error *error)
{
    if (!file->name) {
        /* qii_output_end reports the write error of standard output. */
        if (error->code == QP_ERR_WRITE)
            return QII_UNWRITABLE;
        return error->code ? qii_fail(what, error) : QII_OK;
    }
    bool written = !ferror(file->stream);
    written &= fclose(file->stream) == 0;
    if (written && !error->code && file->written)
        written = rename(file->written, file->place) == 0;
    if (!written && !error->code)
        qp_error_set(error, QP_ERR_WRITE, "cannot write: %s", strerror(errno));
    if (error->code && file->written)
        unlink(file->written);
    release(file);
    return error->code ? qii_fail(what ? what : file->name, error) : QII_OK;
}
