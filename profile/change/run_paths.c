#include "profile/change/run_paths.h"

#include "format/array.h"
#include "profile/source/pattern.h"
#include "profile/source/source_text.h"

#include <inttypes.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>

#define MOST_DIRECTORIES 64 /* largest number of directories of merged runs in which files are looked up */

/* ---- paths ------------------------------------------------------------------------------------------------------- */

bool qp_run_paths_is_below(const char *path, const char *folder)
{
    size_t length = strlen(folder);
    while (length && folder[length - 1] == '/')
        length--;
    return strncmp(path, folder, length) == 0 && path[length] == '/';
}

/* Remove empty parts, "." and ".." from a path in place, without looking at the disk. */
static void normalize(char *path)
{
    char *end = path;
    bool is_absolute = *path == '/';
    for (char *part = path; part;) {
        char *slash = strchr(part, '/');
        size_t length = slash ? (size_t)(slash - part) : strlen(part);
        bool is_up = length == 2 && part[0] == '.' && part[1] == '.';
        if (is_up && is_absolute) {
            while (end > path && *--end != '/')
                continue;
        } else if (length && !(length == 1 && *part == '.')) {
            if (end > path || is_absolute)
                *end++ = '/';
            memmove(end, part, length);
            end += length;
        }
        part = slash ? slash + 1 : NULL;
    }
    *end = '\0';
}

enum { MARK = 9 }; /* length of '@' and eight digits */

static bool is_mark(const char *text)
{
    return *text == '@' && strspn(text + 1, "0123456789abcdef") >= MARK - 1;
}

/* Return the length of a name without the marks "@HASH" of a version. Merges append the hash of the text. The recorder
 * of Lua appends another hash to the name of a file that was loaded again with another text, and keeps that text. */
static size_t plain_length(const char *name, const struct qp_run_path *it, bool is_kept)
{
    char mark[MARK + 1];
    size_t length = strlen(name);
    snprintf(mark, sizeof mark, "@%08" PRIx32, (uint32_t)(it->hash >> 32));
    while (length > MARK && it->is_hashed) {
        const char *end = name + length - MARK;
        if (strncmp(end, mark, MARK) != 0 && !(is_kept && is_mark(end)))
            break;
        length -= MARK;
    }
    return length;
}

/* ---- files ------------------------------------------------------------------------------------------------------- */

struct directories {
    struct qp_text items[MOST_DIRECTORIES];
    unsigned count;
};

static void add_directory(struct directories *directories, struct qp_text directory)
{
    for (unsigned i = 0; i < directories->count; i++) {
        if (qp_text_equal(directories->items[i], directory))
            return;
    }
    if (directory.length && directories->count < MOST_DIRECTORIES)
        directories->items[directories->count++] = directory;
}

static char *join(struct qp_text directory, const char *name)
{
    char *path;
    return asprintf(&path, "%.*s/%s", (int)directory.length, directory.bytes, name) < 0 ? NULL : path;
}

/* Set the path of a file whose name is relative: in the first directory of a run that has such a file. If none has it,
 * the path is in the first directory. */
static bool find_relative(struct qp_run_path *it, const struct directories *directories)
{
    char real[PATH_MAX];
    for (unsigned i = 0; i < directories->count && !it->exists; i++) {
        char *path = join(directories->items[i], it->name);
        if (!path)
            return false;
        it->exists = realpath(path, real);
        free(it->exists || i ? path : NULL);
        if (it->exists || i == 0) {
            free(it->path);
            it->path = it->exists ? strdup(real) : path;
        }
    }
    if (!it->path && (it->path = strdup(it->name)))
        normalize(it->path);
    return it->path;
}

static bool find_absolute(struct qp_run_path *it, char *name)
{
    char real[PATH_MAX];
    it->exists = realpath(name, real);
    it->path = it->exists ? strdup(real) : strdup(name);
    free(name);
    return it->path;
}

static bool find(struct qp_run_path *it, const struct qp_profile *profile, const struct directories *directories,
                 const struct qp_patch_folders *folders)
{
    struct qp_text name = profile->files[it->file].name;
    uint32_t source = profile->files[it->file].source;
    char *plain = strndup(name.bytes, name.length), folder[PATH_MAX];
    if (!plain)
        return false;
    plain[plain_length(plain, it, source != QP_NONE && profile->sources[source].text.bytes)] = '\0';
    bool is_absolute = *plain == '/';
    if (!is_absolute)
        normalize(it->name = plain);
    if (!(is_absolute ? find_absolute(it, plain) : find_relative(it, directories)))
        return false;
    normalize(it->path);
    it->is_local = !is_absolute;
    for (unsigned i = 0; i < directories->count && !it->is_local; i++) {
        snprintf(folder, sizeof folder, "%.*s", (int)directories->items[i].length, directories->items[i].bytes);
        it->is_local = qp_run_paths_is_below(it->path, folder);
    }
    for (unsigned i = 0; i < folders->count; i++)
        it->is_below |= qp_run_paths_is_below(it->path, folders->paths[i]);
    return true;
}

bool qp_run_paths_open(struct qp_run_paths *paths, const struct qp_profile *profile,
                       const struct qp_patch_folders *folders)
{
    struct directories directories = {.count = 0};
    bool ok = true;
    *paths = (struct qp_run_paths){.directory = profile->directory};
    add_directory(&directories, profile->directory);
    for (uint32_t i = 0; i < profile->run_count; i++)
        add_directory(&directories, profile->runs[i].directory);
    for (uint32_t i = 0; ok && i < profile->file_count; i++) {
        const struct qp_profile_file *file = &profile->files[i];
        if (!file->method_count || !file->name.length || qp_pattern_is_no_file(file->name))
            continue;
        struct qp_run_path it = {.file = i};
        it.is_hashed = qp_source_text_hash(profile, i, &it.hash);
        ok = QP_ARRAY_APPEND(&paths->items, &paths->count, it) &&
             find(&paths->items[paths->count - 1], profile, &directories, folders);
    }
    if (!ok)
        qp_run_paths_close(paths);
    return ok;
}

void qp_run_paths_close(struct qp_run_paths *paths)
{
    for (uint32_t i = 0; i < paths->count; i++) {
        free(paths->items[i].path);
        free(paths->items[i].name);
    }
    free(paths->items);
    *paths = (struct qp_run_paths){0};
}
