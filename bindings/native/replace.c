/* replace.c - programs that become another program by exec, or that continue in a child by daemon(). No destructors run
 * then, so the run is ended before. These functions precede those of the C library. */
#include <errno.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "bindings/native/next.h"
#include "bindings/native/start.h"

static struct {
    int (*execve)(const char *, char *const *, char *const *);
    int (*execv)(const char *, char *const *);
    int (*execvp)(const char *, char *const *);
    int (*execvpe)(const char *, char *const *, char *const *);
    int (*fexecve)(int, char *const *, char *const *);
    int (*daemon)(int, int);
} next;

/* Find the functions before the program starts, since a forked child may call them. Constructors of other
 * libraries may call them earlier. */
__attribute__((constructor)) static void find(void)
{
    native_find_next(&next.execve, "execve");
    native_find_next(&next.execv, "execv");
    native_find_next(&next.execvp, "execvp");
    native_find_next(&next.execvpe, "execvpe");
    native_find_next(&next.fexecve, "fexecve");
    native_find_next(&next.daemon, "daemon");
}

/* ---- the end of the run ------------------------------------------------------------------------------------------ */

/* End the run if the path names a program. If it does not, exec fails, and the program continues. Return whether it
 * does. */
static bool end_before(const char *path)
{
    struct stat file;
    bool is_program = stat(path, &file) == 0 && S_ISREG(file.st_mode) && access(path, X_OK) == 0;
    if (is_program)
        native_end_before(path);
    return is_program;
}

static void become(const char *path)
{
    int before = errno;
    if (!next.execve)
        find();
    if (path && native_is_own_process())
        end_before(path);
    errno = before;
}

/* The name is searched for in the folders of PATH. */
static void become_name(const char *name)
{
    int before = errno;
    if (!name || strchr(name, '/') || !native_is_own_process()) {
        become(name);
        return;
    }
    char path[4096];
    const char *folder = getenv("PATH");
    bool found = false;
    for (folder = folder ? folder : "/bin:/usr/bin"; *folder && !found; folder += *folder == ':') {
        size_t length = strcspn(folder, ":");
        snprintf(path, sizeof path, "%.*s/%s", length > 0 ? (int)length : 1, length > 0 ? folder : ".", name);
        found = end_before(path);
        folder += length;
    }
    if (!next.execve)
        find();
    errno = before;
}

/* ---- functions with arrays -------------------------------------------------------------------------------------- */

NATIVE_EXPORTED int execve(const char *path, char *const *words, char *const *environment)
{
    become(path);
    return next.execve(path, words, environment);
}

NATIVE_EXPORTED int execv(const char *path, char *const *words)
{
    become(path);
    return next.execv(path, words);
}

NATIVE_EXPORTED int execvp(const char *name, char *const *words)
{
    become_name(name);
    return next.execvp(name, words);
}

NATIVE_EXPORTED int execvpe(const char *name, char *const *words, char *const *environment)
{
    become_name(name);
    return next.execvpe(name, words, environment);
}

NATIVE_EXPORTED int fexecve(int descriptor, char *const *words, char *const *environment)
{
    char path[40];
    snprintf(path, sizeof path, "/proc/self/fd/%d", descriptor);
    become(path);
    return next.fexecve(descriptor, words, environment);
}

NATIVE_EXPORTED int daemon(int keeps_folder, int keeps_files)
{
    if (!next.execve)
        find();
    if (native_is_own_process())
        native_end_before("its background process");
    return next.daemon(keeps_folder, keeps_files);
}

/* ---- functions with lists ---------------------------------------------------------------------------------------- */

/* Put the arguments, from `first` to the NULL that ends them, into an array on the stack: a child of vfork allocates no
 * memory. */
#define COLLECT(first, words, arguments)                                                                               \
    va_list arguments, again;                                                                                          \
    size_t count = 1;                                                                                                  \
    va_start(arguments, first);                                                                                        \
    va_copy(again, arguments);                                                                                         \
    for (const char *word = first; word; count++)                                                                      \
        word = va_arg(arguments, const char *);                                                                        \
    char **words = __builtin_alloca(count * sizeof *words);                                                            \
    words[0] = (char *)(uintptr_t)first;                                                                               \
    for (size_t i = 1; i < count; i++)                                                                                 \
        words[i] = va_arg(again, char *);                                                                              \
    va_end(again)

NATIVE_EXPORTED int execl(const char *path, const char *first, ...)
{
    COLLECT(first, words, arguments);
    va_end(arguments);
    return execv(path, words);
}

NATIVE_EXPORTED int execlp(const char *name, const char *first, ...)
{
    COLLECT(first, words, arguments);
    va_end(arguments);
    return execvp(name, words);
}

NATIVE_EXPORTED int execle(const char *path, const char *first, ...)
{
    COLLECT(first, words, arguments);
    char *const *environment = va_arg(arguments, char *const *);
    va_end(arguments);
    return execve(path, words, environment);
}
