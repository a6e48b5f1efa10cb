#include "data/labels.h"

#include "base/hash.h"

#include <stdlib.h>
#include <string.h>

/* Half of a label is the name's, so that what tells it apart is never cut away. */
#define NAME_SIZE  (QP_LABEL_SIZE / 2)
#define PLACE_SIZE (QP_LABEL_SIZE / 2 - 32)

enum level {
    NAME,
    FILE_NAME,   /* and the last part of the file's path */
    FOLDER_NAME, /* and the last two parts */
    PATH,
    LINE,
    NUMBER
};

/* Where the last parts of a path begin. */
static const char *last_parts(const char *path, int parts)
{
    const char *at = path + strlen(path);
    while (at > path && (at[-1] != '/' || --parts > 0))
        at--;
    return at;
}

static size_t show_place(const struct qp_profile *profile, uint32_t method, enum level level, char *shown, size_t size)
{
    const struct qp_profile_method *it = &profile->methods[method];
    char path[PLACE_SIZE];
    qp_text_show(profile->files[it->file].name, path, sizeof path);
    const char *part = level == FILE_NAME ? last_parts(path, 1) : level == FOLDER_NAME ? last_parts(path, 2) : path;
    int length =
        level >= LINE ? snprintf(shown, size, " (%s:%d)", part, it->line) : snprintf(shown, size, " (%s)", part);
    return (size_t)length < size ? (size_t)length : size - 1;
}

static size_t show(const struct qp_profile *profile, uint32_t method, enum level level, char *shown, size_t size)
{
    qp_profile_method_name(profile, method, shown, size < NAME_SIZE ? size : NAME_SIZE);
    size_t length = strlen(shown);
    if (level > NAME && profile->methods[method].file != QP_NONE)
        length += show_place(profile, method, level, shown + length, size - length);
    if (level == NUMBER)
        snprintf(shown + length, size - length, " #%u", method);
    return strlen(shown);
}

/* The same function is a method of each library that recorded it, under one label. */
static uint64_t hash_of(const struct qp_labels *labels, uint32_t method)
{
    char label[QP_LABEL_SIZE];
    size_t length = qp_labels_text(labels, method, label, sizeof label - 1);
    label[length] = (char)labels->profile->methods[method].product;
    return qp_hash_bytes(label, length + 1);
}

/* How many methods have each label; by its hash. Returns false without memory. */
static bool count(const struct qp_labels *labels, struct qp_map *counts)
{
    for (uint32_t i = 0; i < labels->profile->method_count; i++) {
        uint64_t hash = hash_of(labels, i);
        if (qp_map_put(counts, hash, qp_map_get(counts, hash) + 1) != 0)
            return false;
    }
    return true;
}

/* Tell more of those that share a label. */
static void tell_apart(struct qp_labels *labels, const struct qp_map *counts, bool *changed)
{
    for (uint32_t i = 0; i < labels->profile->method_count; i++) {
        if (labels->levels[i] == NUMBER || qp_map_get(counts, hash_of(labels, i)) == 1)
            continue;
        bool has_file = labels->profile->methods[i].file != QP_NONE;
        labels->levels[i] = has_file ? (uint8_t)(labels->levels[i] + 1) : NUMBER;
        *changed = true;
    }
}

bool qp_labels_open(struct qp_labels *labels, const struct qp_profile *profile)
{
    *labels = (struct qp_labels){.profile = profile, .levels = calloc((size_t)profile->method_count + 1, 1)};
    bool ok = labels->levels, changed = true;
    while (ok && changed) {
        struct qp_map counts = {0};
        changed = false;
        ok = count(labels, &counts);
        if (ok)
            tell_apart(labels, &counts, &changed);
        qp_map_fini(&counts);
    }
    if (!ok)
        qp_labels_close(labels);
    return ok;
}

void qp_labels_close(struct qp_labels *labels)
{
    free(labels->levels);
    *labels = (struct qp_labels){0};
}

size_t qp_labels_text(const struct qp_labels *labels, uint32_t method, char *shown, size_t size)
{
    return show(labels->profile, method, (enum level)labels->levels[method], shown, size);
}
