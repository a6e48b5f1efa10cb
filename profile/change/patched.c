#include "profile/change/patched.h"

#include "base/hash.h"
#include "format/array.h"
#include "profile/source/source_path.h"

#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

struct matching {
    const struct qp_patch_folders *folders;
    enum qp_patch_side side;
    struct qp_run_paths paths;
    struct qp_patched *item;
    uint64_t hash; /* hash of the item's text, if that is known */
    bool failed;
};

/* ---- paths ------------------------------------------------------------------------------------------------------- */

static char *join(const char *folder, const char *name)
{
    char *path;
    return asprintf(&path, "%s/%s", strcmp(folder, "/") == 0 ? "" : folder, name) < 0 ? NULL : path;
}

/* Return true if a path is equal to `end`, or ends with the parts of `end`. */
static bool ends_with(const char *path, const char *end)
{
    size_t length = strlen(path), part = strlen(end);
    return length >= part && strcmp(path + length - part, end) == 0 &&
           (length == part || path[length - part - 1] == '/');
}

static bool is_file(struct matching *matching, const char *folder, const char *name)
{
    struct stat status;
    char *path = join(folder, name);
    bool is = path && stat(path, &status) == 0 && S_ISREG(status.st_mode);
    matching->failed |= !path;
    free(path);
    return is;
}

/* Return the folder of the patch below which a file has this name. If there is none, return NULL. */
static const char *folder_of(struct matching *matching, const char *name)
{
    for (unsigned i = 0; i < matching->folders->count; i++) {
        if (is_file(matching, matching->folders->paths[i], name))
            return matching->folders->paths[i];
    }
    return NULL;
}

/* Return true if a file below a folder of the patch is a better match for the run's path than the name is, because the
 * two have more folders in common. For example, the path /build/lib/init.lua ends with the name init.lua, but is the
 * file lib/init.lua. */
static bool has_longer(struct matching *matching, const char *path, const char *name)
{
    size_t length = strlen(path), part = strlen(name);
    for (const char *at = path; at && (size_t)(path + length - at) > part; at = strchr(at, '/')) {
        at += *at == '/';
        if ((size_t)(path + length - at) > part && folder_of(matching, at))
            return true;
    }
    return false;
}

/* ---- the item's text --------------------------------------------------------------------------------------------- */

/* Read the text of the item from disk once. */
static void read_text(struct matching *matching)
{
    static const struct qp_source_path nowhere;
    struct qp_patched *item = matching->item;
    const char *folder = item->text || matching->side == QP_PATCH_OLD ? NULL : folder_of(matching, item->name);
    char *path = folder ? join(folder, item->name) : NULL;
    struct qp_source_file file = {0};
    if (path)
        matching->failed |= !qp_source_path_read(&nowhere, qp_text_of(""), qp_text_of(path), &file);
    free(path);
    if (!file.bytes)
        return;
    item->text = file.bytes;
    item->size = file.size;
    matching->hash = qp_hash_bytes(file.bytes, file.size);
}

static bool is_same_text(struct matching *matching, const struct qp_run_path *path)
{
    if (path->is_hashed)
        read_text(matching);
    return path->is_hashed && matching->item->text && matching->hash == path->hash;
}

/* ---- matching ---------------------------------------------------------------------------------------------------- */

/* Return true if the name leads to the path from one of the folders. */
static bool is_path(struct matching *matching, const struct qp_run_path *path, const char *name)
{
    bool is = false;
    for (unsigned i = 0; i < matching->folders->count && !is; i++) {
        const char *folder = matching->folders->paths[i];
        size_t length = strcmp(folder, "/") == 0 ? 0 : strlen(folder);
        is = qp_run_paths_is_below(path->path, folder) && strcmp(path->path + length + 1, name) == 0;
    }
    return is;
}

/* Return true if the name may be that of a file of a run that took place elsewhere, or of a file whose name in the data
 * file lacks folders, as names of Java's files do. */
static bool fits(struct matching *matching, const struct qp_run_path *path, const char *name)
{
    if (path->exists && (path->is_below || !path->is_local))
        return false; /* it is known which file that is */
    bool is_end = ends_with(path->path, name);
    bool is_part = path->name && ends_with(name, path->name) && !(path->is_hashed && path->is_below);
    if (!is_end && !is_part)
        return false;
    if (!path->is_local && !is_same_text(matching, path))
        return false;
    return !is_end || !has_longer(matching, path->path, name);
}

typedef bool test(struct matching *matching, const struct qp_run_path *path, const char *name);

static void collect(struct matching *matching, test *accepts, const char *name)
{
    struct qp_patched *item = matching->item;
    const char *slash = strrchr(name, '/'), *last = slash ? slash + 1 : name;
    for (uint32_t i = 0; i < matching->paths.count && !matching->failed; i++) {
        const struct qp_run_path *path = &matching->paths.items[i];
        if (ends_with(path->path, last) && accepts(matching, path, name))
            matching->failed |= !QP_ARRAY_APPEND(&item->files, &item->count, i);
    }
}

/* Keep only the paths that a test accepts, if there are any. */
static void prefer(struct matching *matching, test *accepts)
{
    struct qp_patched *item = matching->item;
    uint32_t kept = 0;
    for (uint32_t i = 0; i < item->count; i++) {
        if (accepts(matching, &matching->paths.items[item->files[i]], item->name)) {
            uint32_t path = item->files[i];
            item->files[i] = item->files[kept];
            item->files[kept++] = path;
        }
    }
    item->count = kept ? kept : item->count;
}

static bool has_same_text(struct matching *matching, const struct qp_run_path *path, const char *name)
{
    (void)name;
    return is_same_text(matching, path);
}

static bool is_in_directory(struct matching *matching, const struct qp_run_path *path, const char *name)
{
    struct qp_text directory = matching->paths.directory;
    size_t length = strlen(path->path), part = strlen(name);
    return directory.length && length == directory.length + part + 1 &&
           memcmp(path->path, directory.bytes, directory.length) == 0;
}

static bool has_several_paths(const struct matching *matching)
{
    const struct qp_patched *item = matching->item;
    for (uint32_t i = 1; i < item->count; i++) {
        if (strcmp(matching->paths.items[item->files[0]].path, matching->paths.items[item->files[i]].path) != 0)
            return true;
    }
    return false;
}

/* Find the files of the run that the item's name may be. */
static void match_name(struct matching *matching)
{
    struct qp_patched *item = matching->item;
    collect(matching, is_path, item->name);
    if (item->count == 0) {
        collect(matching, fits, item->name);
        prefer(matching, has_same_text);
        if (has_several_paths(matching))
            prefer(matching, is_in_directory);
        item->is_ambiguous = has_several_paths(matching);
    }
    prefer(matching, has_same_text);
}

/* Return a name without its first folder; NULL if it has none. */
static const char *without_folder(const char *name)
{
    const char *slash = strchr(name, '/');
    return slash ? slash + 1 : NULL;
}

/* Patches of other tools than git may name more folders than the repository has, as "new/src/a.lua" of diff -ru old
 * new. Remove folders at the beginning until such a file exists, or else until a file of the run fits. */
static void match(struct matching *matching)
{
    struct qp_patched *item = matching->item;
    const char *whole = item->name, *existing = whole, *at;
    while (existing && !item->patch->exact && !folder_of(matching, existing))
        existing = without_folder(existing);
    item->name = existing ? existing : whole;
    match_name(matching);
    while (!existing && item->count == 0 && (at = without_folder(item->name))) {
        item->name = at;
        match_name(matching);
    }
    if (item->count == 0 && !existing)
        item->name = whole;
}

/* Replace indexes of paths by those of the profile's files, and find out whether the text changed. */
static void finish(struct matching *matching)
{
    struct qp_patched *item = matching->item;
    if (item->is_ambiguous)
        item->count = 0;
    if (item->count)
        read_text(matching);
    for (uint32_t i = 0; i < item->count; i++) {
        const struct qp_run_path *path = &matching->paths.items[item->files[i]];
        item->is_same |= path->is_hashed && item->text && path->hash == matching->hash;
        item->is_changed |= path->is_hashed && item->text && path->hash != matching->hash;
        item->files[i] = path->file;
    }
}

bool qp_patched_open(struct qp_patched_files *patched, const struct qp_profile *profile, const struct qp_patch *patch,
                     enum qp_patch_side side, const struct qp_patch_folders *folders)
{
    struct matching matching = {.folders = folders, .side = side};
    *patched = (struct qp_patched_files){0};
    if (!qp_run_paths_open(&matching.paths, profile, folders))
        return false;
    for (uint32_t i = 0; i < patch->count && !matching.failed; i++) {
        const struct qp_patch_file *file = &patch->files[i];
        const char *name = side == QP_PATCH_OLD ? file->old_name : file->new_name;
        if (!name)
            continue;
        if (!QP_ARRAY_APPEND(&patched->items, &patched->count, (struct qp_patched){.patch = file, .name = name})) {
            matching.failed = true;
            break;
        }
        matching.item = &patched->items[patched->count - 1];
        match(&matching);
        finish(&matching);
    }
    qp_run_paths_close(&matching.paths);
    if (matching.failed)
        qp_patched_close(patched);
    return !matching.failed;
}

void qp_patched_close(struct qp_patched_files *patched)
{
    for (uint32_t i = 0; i < patched->count; i++) {
        free(patched->items[i].files);
        free(patched->items[i].text);
    }
    free(patched->items);
    *patched = (struct qp_patched_files){0};
}
