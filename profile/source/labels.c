#include "profile/source/labels.h"

#include "base/hash.h"

#include <stdlib.h>
#include <string.h>

/* Longer names are truncated to half of a label, so that the part that makes the label unique is never truncated. */
#define NAME_SIZE     (QP_LABEL_SIZE / 2)
#define LOCATION_SIZE (QP_LABEL_SIZE / 2 - 32)

enum level {
    NAME,
    FILE_NAME,   /* name and last part of the file's path */
    FOLDER_NAME, /* name and last two parts */
    PATH,
    LINE,
    NUMBER
};

/* Return the last `parts` parts of a path, for example src/math.lua for 2. */
static const char *last_parts(const char *path, int parts)
{
    const char *at = path + strlen(path);
    while (at > path && (at[-1] != '/' || --parts > 0))
        at--;
    return at;
}

static size_t show_location(const struct qp_labels *labels, uint32_t method, char *shown, size_t size)
{
    const struct qp_profile *profile = labels->profile;
    const struct qp_profile_method *it = &profile->methods[method];
    enum level level = (enum level)labels->levels[method];
    char path[LOCATION_SIZE];
    if (labels->style.in_files)
        return (size_t)snprintf(shown, size, ":%d", it->line);
    qp_text_show(profile->files[it->file].name, path, sizeof path);
    const char *part = level == FILE_NAME ? last_parts(path, 1) : level == FOLDER_NAME ? last_parts(path, 2) : path;
    int length =
        level >= LINE ? snprintf(shown, size, " (%s:%d)", part, it->line) : snprintf(shown, size, " (%s)", part);
    return (size_t)length < size ? (size_t)length : size - 1;
}

/* Return a hash of a method's label and of the scope in which the label must be unique. The scope is the product,
 * and also the file if labels are shown below files. A function that several libraries recorded is one method for each
 * product, and these methods have the same label. */
static uint64_t hash_of(const struct qp_labels *labels, uint32_t method)
{
    const struct qp_profile_method *it = &labels->profile->methods[method];
    const struct qp_labels_style *style = &labels->style;
    struct {
        uint64_t label;
        uint32_t product;
        uint32_t file;
    } key = {.product = it->product, .file = style->in_files ? it->file : QP_NONE};
    char label[QP_LABEL_SIZE];
    key.label = qp_hash_bytes(label, qp_labels_text(labels, method, label, sizeof label));
    return qp_hash_bytes(&key, sizeof key);
}

/* Count the methods of each label, by the label's hash. Return false if out of memory. */
static bool count(const struct qp_labels *labels, struct qp_map *counts)
{
    for (uint32_t i = 0; i < labels->profile->method_count; i++) {
        uint64_t hash = hash_of(labels, i);
        if (qp_map_put(counts, hash, qp_map_get(counts, hash) + 1) != 0)
            return false;
    }
    return true;
}

static enum level next_level(const struct qp_labels *labels, uint32_t method)
{
    if (labels->profile->methods[method].file == QP_NONE)
        return NUMBER;
    if (labels->style.in_files && labels->levels[method] < LINE)
        return LINE;
    return (enum level)(labels->levels[method] + 1);
}

/* If several methods have the same label, add one more detail to each of their labels. */
static void disambiguate(struct qp_labels *labels, const struct qp_map *counts, bool *changed)
{
    for (uint32_t i = 0; i < labels->profile->method_count; i++) {
        if (labels->levels[i] == NUMBER || qp_map_get(counts, hash_of(labels, i)) == 1)
            continue;
        labels->levels[i] = (uint8_t)next_level(labels, i);
        *changed = true;
    }
}

bool qp_labels_open(struct qp_labels *labels, const struct qp_profile *profile, struct qp_labels_style style)
{
    *labels =
        (struct qp_labels){.profile = profile, .style = style, .levels = calloc((size_t)profile->method_count + 1, 1)};
    bool ok = labels->levels, changed = true;
    while (ok && changed) {
        struct qp_map counts = {0};
        changed = false;
        ok = count(labels, &counts);
        if (ok)
            disambiguate(labels, &counts, &changed);
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

void qp_labels_unreserve(const struct qp_labels *labels, char *shown)
{
    const char *reserved = labels->style.reserved;
    for (char *at = shown; reserved[0] && *at; at++) {
        if (*at == reserved[0])
            *at = reserved[1];
    }
}

size_t qp_labels_text(const struct qp_labels *labels, uint32_t method, char *shown, size_t size)
{
    const struct qp_profile *profile = labels->profile;
    enum level level = (enum level)labels->levels[method];
    qp_profile_method_name(profile, method, shown, size < NAME_SIZE ? size : NAME_SIZE);
    size_t length = strlen(shown);
    if (level > NAME && profile->methods[method].file != QP_NONE)
        length += show_location(labels, method, shown + length, size - length);
    if (level == NUMBER)
        snprintf(shown + length, size - length, " #%u", method);
    qp_labels_unreserve(labels, shown);
    return strlen(shown);
}
