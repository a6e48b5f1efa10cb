#include "tools/qii/output_directory.h"

#include "tools/qii/qii.h"

#include <errno.h>
#include <ftw.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static int fail(const char *name, const char *why)
{
    fprintf(stderr, "qii: %s: %s\n", name, why);
    return QII_UNWRITABLE;
}

int qii_output_directory_open(struct qii_output_directory *directory, const char *name)
{
    struct stat status;
    size_t length = strlen(name), size = length + sizeof ".XXXXXX";
    while (length > 1 && name[length - 1] == '/')
        length--;
    *directory = (struct qii_output_directory){.name = name};
    if (lstat(name, &status) == 0)
        return fail(name, "exists already; name a new directory");
    directory->written = malloc(size);
    if (!directory->written)
        return qii_no_memory();
    snprintf(directory->written, size, "%.*s.XXXXXX", (int)length, name);
    if (mkdtemp(directory->written)) {
        mode_t mask = umask(0);
        umask(mask);
        if (chmod(directory->written, 0777 & ~mask) == 0)
            return QII_OK;
        rmdir(directory->written);
    }
    int code = fail(name, strerror(errno));
    free(directory->written);
    return code;
}

static int remove_one(const char *path, const struct stat *status, int kind, struct FTW *place)
{
    (void)status, (void)kind, (void)place;
    remove(path);
    return 0;
}

int qii_output_directory_close(struct qii_output_directory *directory, const char *what, struct qp_error *error)
{
    if (!error->code && rename(directory->written, directory->name) != 0)
        qp_error_set(error, QP_ERR_WRITE, "cannot write: %s", strerror(errno));
    if (error->code)
        nftw(directory->written, remove_one, 8, FTW_DEPTH | FTW_PHYS);
    free(directory->written);
    return error->code ? qii_fail(what ? what : directory->name, error) : QII_OK;
}
