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
    struct qp_text name = adding->profile->files[index].name, plain = plain_name(name, &source);
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
