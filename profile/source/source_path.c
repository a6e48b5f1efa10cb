#include "profile/source/source_path.h"

#include "base/order.h"
#include "format/array.h"

#include <ctype.h>
#include <fcntl.h>
#include <fts.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#define LARGEST ((off_t)256 << 20) /* larger files are not source texts */

/* Source folders of Maven, Gradle and sbt, below a project's folder. */
static const char *const source_folders[] = {
    "", "src/main/java/", "src/main/kotlin/", "src/test/java/", "src/test/kotlin/", "src/main/webapp/", "src/"};
#define SOURCE_FOLDERS (sizeof source_folders / sizeof *source_folders)

/* ---- one file ---------------------------------------------------------------------------------------------------- */

/* Read a file. Its bytes stay NULL if there is no such file. Return false if out of memory. */
static bool read_file(struct qp_source_file *file, const struct qp_source_path *search, const char *path)
{
    struct stat status;
    int fd = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY);
    if (fd < 0)
        return true;
    bool regular = fstat(fd, &status) == 0 && S_ISREG(status.st_mode) && status.st_size <= LARGEST;
    char *bytes = regular ? malloc((size_t)status.st_size + 1) : NULL;
    size_t size = 0;
    while (bytes && size < (size_t)status.st_size) {
        ssize_t got = read(fd, bytes + size, (size_t)status.st_size - size);
        if (got <= 0)
            break;
        size += (size_t)got;
    }
    *file = (struct qp_source_file){bytes, size, qp_source_origin_of(fd, search->folders, search->count)};
    close(fd);
    return !regular || bytes;
}

/* ---- by path ----------------------------------------------------------------------------------------------------- */

static bool read_in(struct qp_source_file *file, const struct qp_source_path *search, struct qp_text folder,
                    const char *subfolder, struct qp_text name)
{
    char *path;
    if (asprintf(&path, "%.*s/%s%.*s", (int)folder.length, folder.bytes, subfolder, (int)name.length, name.bytes) < 0)
        return false;
    bool ok = read_file(file, search, path);
    free(path);
    return ok;
}

static bool read_below(struct qp_source_file *file, const struct qp_source_path *search, struct qp_text folder,
                       struct qp_text name)
{
    bool ok = true;
    for (size_t i = 0; ok && !file->bytes && folder.length && i < SOURCE_FOLDERS; i++)
        ok = read_in(file, search, folder, source_folders[i], name);
    return ok;
}

bool qp_source_path_read(const struct qp_source_path *path, struct qp_text run_folder, struct qp_text name,
                         struct qp_source_file *file)
{
    bool absolute = name.bytes[0] == '/';
    *file = (struct qp_source_file){0};
    bool ok = absolute ? read_in(file, path, qp_text_of(""), "", name) : read_below(file, path, qp_text_of("."), name);
    for (unsigned i = 0; ok && i < path->count; i++)
        ok = read_below(file, path, qp_text_of(path->folders[i]), name);
    return ok && (absolute || read_below(file, path, run_folder, name));
}

/* ---- files below folders ------------------------------------------------------------------------------------------
 */

static struct qp_text last_part(const char *path)
{
    const char *slash = strrchr(path, '/');
    return qp_text_of(slash ? slash + 1 : path);
}

static int by_name(const void *left, const void *right)
{
    return qp_text_compare(last_part(*(char *const *)left), last_part(*(char *const *)right));
}

static bool add_path(struct qp_source_tree *tree, const char *path)
{
    char *copy = strdup(path);
    bool added = copy && QP_ARRAY_APPEND(&tree->paths, &tree->count, copy);
    if (!added)
        free(copy);
    return added;
}

/* Collect the files below folders, an array that ends with NULL. Skip links to folders, hidden files and folders, and
 * missing folders. Return false if out of memory; the tree must be closed in any case. */
static bool collect_files(struct qp_source_tree *tree, char *const *folders)
{
    *tree = (struct qp_source_tree){0};
    FTS *walk = fts_open(folders, FTS_PHYSICAL | FTS_COMFOLLOW | FTS_NOCHDIR | FTS_NOSTAT, NULL);
    bool ok = walk;
    for (FTSENT *entry; ok && (entry = fts_read(walk));) {
        bool is_hidden = entry->fts_level > 0 && entry->fts_name[0] == '.';
        if (is_hidden && entry->fts_info == FTS_D)
            fts_set(walk, entry, FTS_SKIP);
        else if (!is_hidden && (entry->fts_info == FTS_F || entry->fts_info == FTS_NSOK))
            ok = add_path(tree, entry->fts_path);
    }
    if (walk)
        fts_close(walk);
    if (ok)
        qp_sort(tree->paths, tree->count, sizeof *tree->paths, by_name);
    return ok;
}

static void close_tree(struct qp_source_tree *tree)
{
    for (size_t i = 0; i < tree->count; i++)
        free(tree->paths[i]);
    free(tree->paths);
    *tree = (struct qp_source_tree){0};
}

/* Return the first path in the tree with this file name. Set *count to the number of paths with this file name. */
static char *const *paths_named(const struct qp_source_tree *tree, struct qp_text name, size_t *count)
{
    uint32_t first = QP_BISECT(i, tree->count, qp_text_compare(last_part(tree->paths[i]), name) < 0), end = first;
    while (end < tree->count && qp_text_equal(last_part(tree->paths[end]), name))
        end++;
    *count = end - first;
    return tree->paths + first;
}

/* ---- by package -------------------------------------------------------------------------------------------------- */

/* Return the package that a line such as "package app.store;" declares. For other lines, return a text whose `bytes`
 * is NULL. */
static struct qp_text package_of(const char *line, const char *end)
{
    static const char word[] = "package";
    while (line < end && isblank((unsigned char)*line))
        line++;
    if ((size_t)(end - line) < sizeof word || memcmp(line, word, sizeof word - 1) != 0 ||
        !isblank((unsigned char)line[sizeof word - 1]))
        return qp_text_of(NULL);
    const char *first = line + sizeof word - 1;
    while (first < end && isblank((unsigned char)*first))
        first++;
    const char *last = first;
    while (last < end && !isspace((unsigned char)*last) && *last != ';')
        last++;
    return (struct qp_text){first, (uint32_t)(last - first)};
}

static bool is_folder(struct qp_text package, struct qp_text folder)
{
    for (uint32_t i = 0; i < package.length && i < folder.length; i++) {
        if ((package.bytes[i] == '.' ? '/' : package.bytes[i]) != folder.bytes[i])
            return false;
    }
    return package.length == folder.length;
}

/* Return true if a line of the file declares the package that a folder stands for. If the folder is empty, also
 * return true if no line declares a package. */
static bool is_of_package(const struct qp_source_file *file, struct qp_text folder)
{
    bool any = false;
    const char *end = file->bytes + file->size;
    for (const char *line = file->bytes; line < end;) {
        const char *stop = memchr(line, '\n', (size_t)(end - line));
        struct qp_text package = package_of(line, stop ? stop : end);
        any |= package.bytes != NULL;
        if (package.length && is_folder(package, folder))
            return true;
        line = stop ? stop + 1 : end;
    }
    return !any && !folder.length;
}

static bool open_tree(struct qp_source_path *path)
{
    char *folders[QP_SOURCE_FOLDERS + 1] = {"src"};
    for (unsigned i = 0; i < path->count; i++)
        folders[i] = (char *)path->folders[i];
    path->has_tree = true;
    return collect_files(&path->tree, folders);
}

static uint32_t folder_length(struct qp_text name)
{
    uint32_t length = name.length;
    while (length && name.bytes[length - 1] != '/')
        length--;
    return length;
}

static bool is_same(const struct qp_source_file *a, const struct qp_source_file *b)
{
    return a->size == b->size && memcmp(a->bytes, b->bytes, a->size) == 0;
}

/* Choose the only candidate that declares the package. If several candidates do, choose any of them if their texts
 * are equal, and none otherwise. */
static bool choose(struct qp_source_file *chosen, const struct qp_source_path *search, char *const *paths, size_t count,
                   struct qp_text folder)
{
    struct qp_source_file candidate = {0};
    bool ok = true, several = false;
    for (size_t i = 0; ok && !several && i < count; i++) {
        ok = read_file(&candidate, search, paths[i]);
        bool fits = candidate.bytes && is_of_package(&candidate, folder);
        several = fits && chosen->bytes && !is_same(chosen, &candidate);
        if (fits && !chosen->bytes)
            *chosen = candidate;
        else
            free(candidate.bytes);
        candidate = (struct qp_source_file){0};
    }
    if (several || !ok) {
        free(chosen->bytes);
        *chosen = (struct qp_source_file){0};
    }
    return ok;
}

bool qp_source_path_search(struct qp_source_path *path, struct qp_text name, struct qp_source_file *file)
{
    *file = (struct qp_source_file){0};
    if (!path->has_tree && !open_tree(path))
        return false;
    uint32_t length = folder_length(name);
    struct qp_text last = {name.bytes + length, name.length - length};
    size_t count;
    char *const *paths = paths_named(&path->tree, last, &count);
    return choose(file, path, paths, count, (struct qp_text){name.bytes, length ? length - 1 : 0});
}

void qp_source_path_close(struct qp_source_path *path)
{
    if (path->has_tree)
        close_tree(&path->tree);
    path->has_tree = false;
}
