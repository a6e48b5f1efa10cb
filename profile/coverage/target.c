#include "profile/coverage/target.h"

#include "profile/source/pattern.h"

#include <stdlib.h>
#include <string.h>

static bool ends_path(struct qp_text name, struct qp_text end)
{
    return end.length && name.length > end.length && name.bytes[name.length - end.length - 1] == '/' &&
           memcmp(name.bytes + name.length - end.length, end.bytes, end.length) == 0;
}

uint32_t qp_target_next(const struct qp_query *query, struct qp_target target, uint32_t method)
{
    const struct qp_profile *profile = query->profile;
    if (target.method == QP_NONE) {
        do
            method =
                method == QP_NONE ? profile->files[target.file].first_method : profile->methods[method].next_in_file;
        while (method != QP_NONE && profile->methods[method].product != (uint32_t)query->selection.product);
        return method;
    }
    bool has = profile->methods[target.method].product == (uint32_t)query->selection.product;
    return method == QP_NONE && has ? target.method : QP_NONE;
}

/* Return true if `end` is the last part of a name such as Line:walk, string.find or [C] ipairs. */
static bool ends_name(const char *name, const char *end)
{
    size_t length = strlen(name), wanted = strlen(end);
    if (wanted == 0 || length <= wanted || strcmp(name + length - wanted, end) != 0)
        return false;
    const char *before = name + length - wanted - 1;
    return *before == '.' || *before == ':' || (*before == ' ' && before > name && before[-1] == ']');
}

enum strictness { EXACT, PATH_END, PART, STRICTNESSES };

static bool file_matches(struct qp_text name, const char *wanted, enum strictness strictness)
{
    switch (strictness) {
    case EXACT:
        return qp_text_equal(name, qp_text_of(wanted));
    case PATH_END:
        return ends_path(name, qp_text_of(wanted)) || ends_path(qp_text_of(wanted), name);
    default:
        return qp_pattern_matches_path(wanted, name);
    }
}

static bool name_matches(const struct qp_profile *profile, uint32_t method, const char *wanted,
                         enum strictness strictness)
{
    char name[400];
    const struct qp_profile_method *it = &profile->methods[method];
    qp_profile_method_name(profile, method, name, sizeof name);
    switch (strictness) {
    case EXACT:
        return strcmp(name, wanted) == 0;
    case PATH_END:
        return qp_text_equal(it->name, qp_text_of(wanted)) || ends_name(name, wanted);
    default:
        return qp_pattern_matches(wanted, qp_text_of(name));
    }
}

static uint32_t find_files(const struct qp_profile *profile, const char *wanted, enum strictness strictness,
                           struct qp_target *targets)
{
    uint32_t count = 0;
    for (uint32_t i = 0; i < profile->file_count; i++) {
        if (profile->files[i].method_count && file_matches(profile->files[i].name, wanted, strictness))
            targets[count++] = (struct qp_target){i, QP_NONE};
    }
    return count;
}

static uint32_t find_methods(const struct qp_query *query, const char *wanted, enum strictness strictness,
                             struct qp_target *targets)
{
    const struct qp_profile *profile = query->profile;
    uint32_t count = 0;
    for (uint32_t i = 0; i < profile->method_count; i++) {
        if (profile->methods[i].product == (uint32_t)query->selection.product && profile->methods[i].file != QP_NONE &&
            name_matches(profile, i, wanted, strictness))
            targets[count++] = (struct qp_target){profile->methods[i].file, i};
    }
    return count;
}

struct qp_target *qp_target_find(const struct qp_query *query, const char *wanted, uint32_t *count)
{
    size_t capacity = (size_t)query->profile->file_count + query->profile->method_count + 1;
    struct qp_target *targets = malloc(capacity * sizeof *targets);
    *count = 0;
    for (int strictness = EXACT; targets && strictness < STRICTNESSES && *count == 0; strictness++) {
        *count = find_files(query->profile, wanted, (enum strictness)strictness, targets);
        if (*count == 0)
            *count = find_methods(query, wanted, (enum strictness)strictness, targets);
    }
    return targets;
}

/* ---- functions --------------------------------------------------------------------------------------------------- */

static bool begins_at(const struct qp_profile *profile, uint32_t method, const char *wanted)
{
    char location[4200];
    qp_profile_method_location(profile, method, location, sizeof location);
    return strcmp(location, wanted) == 0 || ends_path(qp_text_of(location), qp_text_of(wanted));
}

static bool function_matches(const struct qp_profile *profile, uint32_t method, const char *wanted,
                             enum strictness strictness, bool by_file)
{
    uint32_t file = profile->methods[method].file;
    if (by_file)
        return file != QP_NONE && file_matches(profile->files[file].name, wanted, strictness);
    return name_matches(profile, method, wanted, strictness) ||
           (strictness == EXACT && begins_at(profile, method, wanted));
}

uint32_t *qp_target_functions(const struct qp_query *query, const char *wanted, uint32_t *count)
{
    const struct qp_profile *profile = query->profile;
    uint32_t *functions = malloc(((size_t)profile->method_count + 1) * sizeof *functions);
    *count = 0;
    for (int rule = 0; functions && rule < 2 * STRICTNESSES && *count == 0; rule++) {
        bool by_file = rule % 2;
        for (uint32_t i = 0; i < profile->method_count; i++) {
            if (qp_totals_is_called(&query->methods[i]) &&
                function_matches(profile, i, wanted, (enum strictness)(rule / 2), by_file))
                functions[(*count)++] = i;
        }
    }
    return functions;
}

/* ---- similar names ----------------------------------------------------------------------------------------------- */

#define COMPARED 64 /* bytes of a name that are compared */

/* Return the edit distance of two texts, by Levenshtein's algorithm with one row of the table. */
static unsigned distance(const char *a, const char *b)
{
    unsigned row[COMPARED + 1];
    size_t length = strnlen(b, COMPARED);
    for (unsigned i = 0; i <= length; i++)
        row[i] = i;
    for (unsigned i = 0; a[i] && i < COMPARED; i++) {
        unsigned diagonal = row[0];
        row[0] = i + 1;
        for (size_t k = 0; k < length; k++) {
            unsigned changed = diagonal + (a[i] != b[k]);
            unsigned shorter = row[k] < row[k + 1] ? row[k] + 1 : row[k + 1] + 1;
            diagonal = row[k + 1];
            row[k + 1] = changed < shorter ? changed : shorter;
        }
    }
    return row[length];
}

/* Return the edit distance of a text to the method's name, with or without class, whichever is smaller. */
static unsigned name_distance(const struct qp_profile *profile, uint32_t method, const char *wanted)
{
    char name[COMPARED], last[COMPARED];
    qp_profile_method_name(profile, method, name, sizeof name);
    qp_text_show(profile->methods[method].name, last, sizeof last);
    unsigned whole = distance(wanted, name), part = distance(wanted, last);
    return whole < part ? whole : part;
}

uint32_t qp_target_nearest(const struct qp_query *query, const char *wanted, uint32_t nearest[QP_TARGET_NEAREST])
{
    unsigned distances[QP_TARGET_NEAREST];
    uint32_t count = 0, at;
    for (uint32_t i = 0; i < query->profile->method_count; i++) {
        if (!qp_totals_is_called(&query->methods[i]))
            continue;
        unsigned edits = name_distance(query->profile, i, wanted);
        if (edits > strlen(wanted) / 3 + 1)
            continue; /* too different */
        for (at = count; at > 0 && distances[at - 1] > edits; at--) {
            if (at < QP_TARGET_NEAREST) {
                distances[at] = distances[at - 1];
                nearest[at] = nearest[at - 1];
            }
        }
        if (at == QP_TARGET_NEAREST)
            continue;
        distances[at] = edits;
        nearest[at] = i;
        count += count < QP_TARGET_NEAREST;
    }
    return count;
}
