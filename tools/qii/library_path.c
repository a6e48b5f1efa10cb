#include "tools/qii/library_path.h"

#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "tools/qii/command.h"
#include "tools/qii/loader_cache.h"

#if defined __aarch64__
static const char platform[] = "aarch64";
#define MULTIARCH "lib/aarch64-linux-gnu" /* directory of libraries on Debian */
#else
static const char platform[] = "x86_64";
#define MULTIARCH "lib/x86_64-linux-gnu"
#endif

/* ---- names with variables ---------------------------------------------------------------------------------------- */

/* Return the directory of a file, as $ORIGIN stands for it, to be freed. */
static char *origin_of(const struct qii_mapped *mapped, const char *command)
{
    char *real = mapped->needed_by ? NULL : realpath(mapped->path, NULL);
    const char *path = real ? real : mapped->path;
    const char *slash = strrchr(path, '/');
    char *origin = qii_format(command, "%.*s", slash ? (int)(slash - path) : 1, slash ? path : ".");
    free(real);
    return origin;
}

/* Return the length of a variable such as $ORIGIN or ${ORIGIN} at the begin of a text; 0 = there is another text. */
static size_t variable_length(const char *text, const char *name)
{
    size_t length = strlen(name);
    bool braces = text[1] == '{';
    const char *begin = text + 1 + braces;
    if (text[0] != '$' || strncmp(begin, name, length) != 0)
        return 0;
    if (braces)
        return begin[length] == '}' ? length + 3 : 0;
    return strchr("/:;", begin[length]) ? length + 1 : 0;
}

/* Replace the variables in a path of `length` bytes. Return a text to be freed. */
static char *expand(const struct qii_mapped *mapped, const char *path, size_t length, const char *command)
{
    char *origin = origin_of(mapped, command), *text = NULL;
    size_t size;
    FILE *out = qii_checked(open_memstream(&text, &size), command);
    const struct {
        const char *name, *value;
    } variables[] = {
        {"ORIGIN", origin}, {"LIB", access("/" MULTIARCH, F_OK) == 0 ? MULTIARCH : "lib64"}, {"PLATFORM", platform}};
    for (const char *end = path + length; path < end;) {
        size_t taken = 0;
        for (size_t i = 0; !taken && i < sizeof variables / sizeof *variables; i++)
            if ((taken = variable_length(path, variables[i].name)))
                fputs(variables[i].value, out);
        if (!taken)
            fputc(*path, out);
        path += taken ? taken : 1;
    }
    free(origin);
    if (fclose(out) != 0)
        qii_exit_without_memory(command);
    return text;
}

/* ---- directories ------------------------------------------------------------------------------------------------- */

/* Return the path if it names a file that the loader would map, else NULL. Free it in this case. */
static char *if_library(char *path, const char *command)
{
    struct qii_elf_file file;
    bool fits = path && qii_elf_file_read(&file, path, command) == 0 && file.is_elf && file.is_own;
    if (path)
        qii_elf_file_fini(&file);
    if (fits)
        return path;
    free(path);
    return NULL;
}

/* Search the directories of a list such as RPATH or LD_LIBRARY_PATH. An empty directory in it is the current one, but
 * an empty list has none. The variables in it are those of `mapped`. */
static char *search_list(const struct qii_mapped *mapped, const char *list, const char *name, const char *command)
{
    char *found = NULL;
    if (list && !*list)
        return NULL;
    while (list && !found) {
        size_t length = strcspn(list, ":;");
        char *directory = expand(mapped, list, length, command);
        found = if_library(qii_format(command, "%s%s%s", directory, *directory ? "/" : "", name), command);
        free(directory);
        list = list[length] ? list + length + 1 : NULL;
    }
    return found;
}

/* Search the RPATH of a file and of those that led to it. A file with a RUNPATH has no RPATH. */
static char *search_rpath(const struct qii_mapped *mapped, const char *name, const char *command)
{
    char *found = NULL;
    for (const struct qii_mapped *at = mapped->file.runpath ? NULL : mapped; at && !found; at = at->needed_by)
        if (!at->file.runpath)
            found = search_list(at, at->file.rpath, name, command);
    return found;
}

char *qii_library_path(const struct qii_mapped *needed_by, const char *name, const char *command)
{
    static const char *const folders[] = {MULTIARCH, "lib64", "lib"};
    if (strchr(name, '/'))
        return if_library(expand(needed_by, name, strlen(name), command), command);
    char *found = search_rpath(needed_by, name, command);
    if (!found)
        found = search_list(needed_by, getenv("LD_LIBRARY_PATH"), name, command);
    if (!found)
        found = search_list(needed_by, needed_by->file.runpath, name, command);
    if (needed_by->file.own_paths_only)
        return found;
    size_t at = 0;
    for (const char *path; !found && (path = qii_loader_cache_next(name, &at));)
        found = if_library(qii_checked(strdup(path), command), command);
    for (size_t i = 0; !found && i < 2 * sizeof folders / sizeof *folders; i++)
        found = if_library(qii_format(command, "%s/%s/%s", i % 2 ? "/usr" : "", folders[i / 2], name), command);
    return found;
}
