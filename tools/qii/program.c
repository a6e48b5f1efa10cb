#include "tools/qii/program.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/stat.h>
#include <sys/statvfs.h>
#include <sys/xattr.h>
#include <unistd.h>

#include "tools/qii/command.h"
#include "tools/qii/library_path.h"

/* ---- the file ---------------------------------------------------------------------------------------------------- */

static char *find(const char *command, const char *name)
{
    const char *path = strchr(name, '/') ? "" : getenv("PATH");
    struct stat status;
    for (; path; path = *path ? path + 1 : NULL) {
        int length = (int)strcspn(path, ":");
        char *file = qii_format(command, "%.*s%s%s", length, path, length ? "/" : "", name);
        if (access(file, X_OK) == 0 && stat(file, &status) == 0 && S_ISREG(status.st_mode))
            return file;
        free(file);
        path += length;
    }
    return NULL;
}

/* Return the path in a script's first line, to be freed; NULL if the file is no script. */
static char *interpreter_of(const char *command, const char *path)
{
    char line[256]; /* the kernel reads no more */
    int fd = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK);
    ssize_t got = fd < 0 ? -1 : read(fd, line, sizeof line - 1);
    if (fd >= 0)
        close(fd);
    line[got > 0 ? got : 0] = '\0';
    if (strncmp(line, "#!", 2) != 0)
        return NULL;
    const char *begin = line + 2 + strspn(line + 2, " \t");
    return qii_format(command, "%.*s", (int)strcspn(begin, " \t\n"), begin);
}

char *qii_program_find(const char *command, const char *name)
{
    enum { DEEPEST = 5 }; /* the kernel refuses deeper interpreters of interpreters */
    char *path = find(command, name);
    for (int i = 0; path && i < DEEPEST; i++) {
        char *interpreter = interpreter_of(command, path);
        if (!interpreter)
            break;
        free(path);
        path = interpreter;
    }
    return path;
}

bool qii_program_is_script(const char *command, const char *name)
{
    char *path = find(command, name);
    char *interpreter = path ? interpreter_of(command, path) : NULL;
    bool result = interpreter;
    free(path);
    free(interpreter);
    return result;
}

/* ---- whether it can be recorded ---------------------------------------------------------------------------------- */

/* Return whether the program gets rights that this process does not have. Then the loader ignores LD_PRELOAD. */
static bool gets_rights(const char *path)
{
    struct stat status;
    struct statvfs system;
    if (stat(path, &status) != 0 || (statvfs(path, &system) == 0 && system.f_flag & ST_NOSUID) ||
        prctl(PR_GET_NO_NEW_PRIVS, 0, 0, 0, 0) == 1)
        return false;
    bool group = (status.st_mode & (S_ISGID | S_IXGRP)) == (S_ISGID | S_IXGRP);
    return (status.st_mode & S_ISUID && status.st_uid != getuid()) || (group && status.st_gid != getgid()) ||
           (getuid() != 0 && getxattr(path, "security.capability", NULL, 0) > 0);
}

/* Return the path of the sanitizer's runtime that the program needs, to be freed; NULL if it needs none. */
static char *sanitizer_of(const struct qii_mapped *program, const char *command)
{
    for (size_t i = 0; i < program->file.needed_count; i++) {
        const char *name = program->file.needed[i];
        if (strncmp(name, "libasan.so", 10) == 0 || strncmp(name, "libclang_rt.asan", 16) == 0)
            return qii_library_path(program, name, command);
    }
    return NULL;
}

char *qii_program_refuses(const char *command, const char *path, char **runtime)
{
    struct qii_mapped program = {.path = (char *)path};
    const char *why = NULL;
    int error = qii_elf_file_read(&program.file, path, command);
    *runtime = NULL;
    if (gets_rights(path))
        why = "gets the rights of another user or group, so the loader ignores LD_PRELOAD; run it as that user";
    else if (error || !program.file.is_elf)
        why = NULL;
    else if (!program.file.is_own)
        why = "is for another processor or word size, so the recorder cannot be loaded";
    else if (!program.file.has_loader)
        why = "is linked statically, so the recorder cannot be loaded";
    else
        *runtime = sanitizer_of(&program, command);
    qii_elf_file_fini(&program.file);
    return why ? qii_format(command, "%s %s", path, why) : NULL;
}
