#include "profile/source/source_text.h"

#include "base/hash.h"

#include <stdlib.h>
#include <string.h>

/* ---- searching --------------------------------------------------------------------------------------------------- */

static bool read_kept(struct qp_source_text *source, struct qp_text text)
{
    source->bytes = malloc((size_t)text.length + 1);
    if (!source->bytes)
        return false;
    memcpy(source->bytes, text.bytes, text.length);
    source->size = text.length;
    source->origin = QP_SOURCE_KEPT;
    source->is_verified = true;
    return true;
}

/* Look for a file on disk. Search by package only if the run recorded no hash of the text. */
static bool find(struct qp_source_text *source, const struct qp_profile *profile, struct qp_text name, bool is_hashed,
                 struct qp_source_path *path)
{
    static const struct qp_source_path nowhere;
    struct qp_source_file file;
    bool ok = qp_source_path_read(path ? path : &nowhere, profile->directory, name, &file);
    if (ok && path && !file.bytes && !is_hashed)
        ok = qp_source_path_search(path, name, &file);
    source->bytes = file.bytes;
    source->size = file.size;
    source->origin = file.origin;
    return ok;
}

/* ---- open and close, and lines ------------------------------------------------------------------------------- */

bool qp_source_text_open(struct qp_source_text *source, const struct qp_profile *profile, uint32_t file,
                         struct qp_source_path *path)
{
    const struct qp_profile_file *it = &profile->files[file];
    const struct qp_profile_source *known = it->source == QP_NONE ? NULL : &profile->sources[it->source];
    bool is_hashed = known && known->hashed;
    *source = (struct qp_source_text){.state = QP_SOURCE_TEXT_SAME};
    if (known && known->text.bytes)
        return read_kept(source, known->text);
    if (!find(source, profile, it->name, is_hashed, path)) {
        qp_source_text_close(source);
        return false;
    }
    if (!source->bytes)
        source->state = QP_SOURCE_TEXT_MISSING;
    else if (is_hashed && known->hash == qp_hash_bytes(source->bytes, source->size))
        source->is_verified = true;
    else if (is_hashed)
        source->state = QP_SOURCE_TEXT_CHANGED;
    return true;
}

bool qp_source_text_may_be_shared(const struct qp_source_text *source, const struct qp_source_path *path)
{
    if (source->is_verified)
        return source->bytes && source->origin != QP_SOURCE_PRIVATE;
    return source->bytes && source->origin == QP_SOURCE_NEAR && path && path->count;
}

bool qp_source_text_is_known(const struct qp_profile *profile, uint32_t file)
{
    uint32_t source = profile->files[file].source;
    return source != QP_NONE && (profile->sources[source].hashed || profile->sources[source].text.bytes);
}

bool qp_source_text_hash(const struct qp_profile *profile, uint32_t file, uint64_t *hash)
{
    if (!qp_source_text_is_known(profile, file))
        return false;
    const struct qp_profile_source *source = &profile->sources[profile->files[file].source];
    *hash = source->hashed ? source->hash : qp_hash_bytes(source->text.bytes, source->text.length);
    return true;
}

void qp_source_text_close(struct qp_source_text *source)
{
    free(source->bytes);
    *source = (struct qp_source_text){.state = QP_SOURCE_TEXT_MISSING};
}

bool qp_source_text_line(struct qp_source_text *source, struct qp_text *line)
{
    if (source->at >= source->size)
        return false;
    const char *start = source->bytes + source->at;
    const char *end = memchr(start, '\n', source->size - source->at);
    size_t length = end ? (size_t)(end - start) : source->size - source->at;
    source->at += length + 1;
    if (length && start[length - 1] == '\r')
        length--;
    *line = (struct qp_text){start, (uint32_t)length};
    return true;
}
