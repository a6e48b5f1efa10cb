#include "profile/merge/merging.h"

#include "base/hash.h"
#include "format/array.h"

#include <inttypes.h>
#include <string.h>

/* ---- content of a file ------------------------------------------------------------------------------------------- */

/* Return the source (text or hash) of a file. If the data file has the text without a hash, compute the hash. */
static struct qp_profile_source source_of(const struct qp_profile *profile, uint32_t file)
{
    uint32_t index = profile->files[file].source;
    if (index == QP_NONE)
        return (struct qp_profile_source){.file = QP_NONE};
    struct qp_profile_source source = profile->sources[index];
    if (!source.hashed && source.text.bytes) {
        source.hashed = true;
        source.hash = qp_hash_bytes(source.text.bytes, source.text.length);
        source.size = source.text.length;
    }
    return source;
}

/* ---- separate versions ------------------------------------------------------------------------------------------- */

#define MARK_SIZE 10 /* size of '@', eight digits and NUL */

static void mark_of(char mark[MARK_SIZE], uint64_t hash)
{
    snprintf(mark, MARK_SIZE, "@%08" PRIx32, (uint32_t)(hash >> 32));
}

/* Return a file's name without the mark of its own hash, which an earlier merge may have appended. */
static struct qp_text plain_name(struct qp_text name, const struct qp_profile_source *source)
{
    char mark[MARK_SIZE];
    uint32_t length = MARK_SIZE - 1;
    mark_of(mark, source->hash);
    if (source->hashed && name.length > length && memcmp(name.bytes + name.length - length, mark, length) == 0)
        name.length -= length;
    return name;
}

static struct qp_text marked_name(struct qp_merge *merge, struct qp_text plain, uint64_t hash)
{
    size_t size = (size_t)plain.length + MARK_SIZE;
    char *name = malloc(size);
    if (!name) {
        merge->failed = true;
        return (struct qp_text){NULL, 0};
    }
    memcpy(name, plain.bytes, plain.length);
    mark_of(name + plain.length, hash);
    struct qp_text kept = qp_texts_keep(&merge->texts, (struct qp_text){name, (uint32_t)size - 1});
    free(name);
    return kept;
}

/* ---- names in different directories ------------------------------------------------------------------------------ */

/* Remove "../" at the beginning of *name and as many directories at the end of *directory. Directories are physical
 * paths (getcwd), so this needs no look at the disk. Return false if there is no "../". */
static bool go_up(struct qp_text *directory, struct qp_text *name)
{
    bool any = false;
    while (name->length > 3 && memcmp(name->bytes, "../", 3) == 0) {
        *name = qp_text_without_dot((struct qp_text){name->bytes + 1, name->length - 1});
        while (directory->length && directory->bytes[--directory->length] != '/')
            continue;
        any = true;
    }
    return any;
}

/* Return a path without the nearest directory above it in which one of the merged runs began, because that run names
 * the file so. */
static struct qp_text relative(const struct qp_merge *merge, struct qp_text path)
{
    for (uint32_t i = path.length; i-- > 1;) {
        struct qp_text directory = qp_texts_find(&merge->texts, (struct qp_text){path.bytes, i});
        if (path.bytes[i] == '/' && directory.bytes && qp_map_get(&merge->directory_map, qp_texts_key(directory)))
            return (struct qp_text){path.bytes + i + 1, path.length - i - 1};
    }
    return path;
}

struct qp_text qp_merge_file_name(struct qp_merge *merge, const struct qp_adding *adding, struct qp_text name)
{
    struct qp_text directory = adding->profile->directory;
    char *path;
    name = qp_text_without_dot(name);
    if (!directory.length || !go_up(&directory, &name))
        return name;
    int length = asprintf(&path, "%.*s/%.*s", (int)directory.length, directory.bytes, (int)name.length, name.bytes);
    if (length < 0) {
        merge->failed = true;
        return name;
    }
    struct qp_text kept = qp_texts_keep(&merge->texts, relative(merge, (struct qp_text){path, (uint32_t)length}));
    free(path);
    return kept;
}

/* ---- files ------------------------------------------------------------------------------------------------------- */

static uint32_t file_named(struct qp_merge *merge, struct qp_text name, struct qp_text plain)
{
    const struct qp_merged_file file = {
        .name = qp_texts_keep(&merge->texts, name),
        .plain = qp_texts_keep(&merge->texts, plain),
    };
    uint32_t number =
        QP_ARRAY_KEYED(&merge->file_map, qp_texts_key(file.name), &merge->files, &merge->file_count, file);
    merge->failed |= number == QP_NONE;
    return number;
}

static void refuse(const struct qp_merged_file *file, const struct qp_adding *adding)
{
    char name[160], path[80];
    qp_text_show(file->name, name, sizeof name);
    qp_text_show(file->path, path, sizeof path);
    qp_error_set(
        adding->error, QP_ERR_CHOICE,
        "%s changed between the runs: its content differs from that in %s (qii merge --changed=apart keeps both)", name,
        path);
}

static void add_source(struct qp_merge *merge, const struct qp_adding *adding, struct qp_merged_file *file,
                       const struct qp_profile_source *source)
{
    if (source->file == QP_NONE)
        return;
    if (source->hashed && file->hashed && source->hash != file->hash) {
        refuse(file, adding);
        return;
    }
    if (source->hashed && !file->hashed) {
        file->hashed = true;
        file->hash = source->hash;
        file->path = qp_texts_keep(&merge->texts, qp_text_of(adding->path));
    }
    file->has_source = true;
    file->size = source->size > file->size ? source->size : file->size;
    if (source->text.bytes && !file->text.bytes)
        file->text = qp_texts_keep(&merge->texts, source->text);
}

static void add_file(struct qp_merge *merge, struct qp_adding *adding, uint32_t index)
{
    struct qp_profile_source source = source_of(adding->profile, index);
    struct qp_text name = qp_merge_file_name(merge, adding, adding->profile->files[index].name);
    struct qp_text plain = plain_name(name, &source);
    if (merge->apart)
        name = source.hashed ? marked_name(merge, plain, source.hash) : plain;
    if (merge->failed)
        return;
    uint32_t number = file_named(merge, name, plain);
    if (number != QP_NONE)
        add_source(merge, adding, &merge->files[number], &source);
    adding->files[index] = number;
}

/* ---- excluded lines ---------------------------------------------------------------------------------------------- */

static void add_exclusion(struct qp_merge *merge, struct qp_profile_exclusion exclusion)
{
    const uint64_t parts[] = {exclusion.file, (uint64_t)(uint32_t)exclusion.first << 32 | (uint32_t)exclusion.last,
                              qp_texts_key(exclusion.reason)};
    uint64_t identity = qp_texts_identity(&merge->texts, parts, sizeof parts);
    merge->failed |= QP_ARRAY_KEYED(&merge->exclusion_map, identity, &merge->exclusions, &merge->exclusion_count,
                                    exclusion) == QP_NONE;
}

/* ---- all files --------------------------------------------------------------------------------------------------- */

void qp_merge_files(struct qp_merge *merge, struct qp_adding *adding)
{
    const struct qp_profile *profile = adding->profile;
    for (uint32_t i = 0; i < profile->file_count && !merge->failed && !adding->error->code; i++)
        add_file(merge, adding, i);
    for (uint32_t i = 0; i < profile->exclusion_count && !merge->failed && !adding->error->code; i++) {
        const struct qp_profile_exclusion *it = &profile->exclusions[i];
        add_exclusion(merge, (struct qp_profile_exclusion){adding->files[it->file], it->first, it->last,
                                                           qp_texts_keep(&merge->texts, it->reason)});
    }
}
