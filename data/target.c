#include "data/target.h"

#include <stdlib.h>
#include <string.h>

static bool ends_path(struct qp_text name, const char *end)
{
    size_t length = strlen(end);
    return length && name.length > length && name.bytes[name.length - length - 1] == '/' &&
           memcmp(name.bytes + name.length - length, end, length) == 0;
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

enum strictness { EXACT, PATH_END, PART, STRICTNESSES };

static bool file_matches(struct qp_text name, const char *wanted, enum strictness strictness)
{
    switch (strictness) {
    case EXACT:
        return qp_text_equal(name, qp_text_of(wanted));
    case PATH_END:
        return ends_path(name, wanted);
    default:
        return qp_text_contains(name, wanted);
    }
}

static bool method_matches(const struct qp_profile *profile, uint32_t method, const char *wanted,
                           enum strictness strictness)
{
    char name[400];
    const struct qp_profile_method *it = &profile->methods[method];
    if (it->file == QP_NONE)
        return false;
    qp_profile_method_name(profile, method, name, sizeof name);
    switch (strictness) {
    case EXACT:
        return strcmp(name, wanted) == 0;
    case PATH_END:
        return qp_text_equal(it->name, qp_text_of(wanted));
    default:
        return strstr(name, wanted) != NULL;
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
        if (profile->methods[i].product == (uint32_t)query->selection.product &&
            method_matches(profile, i, wanted, strictness))
            targets[count++] = (struct qp_target){profile->methods[i].file, i};
    }
    return count;
}

struct qp_target *qp_target_find(const struct qp_query *query, const char *wanted, uint32_t *count)
{
    size_t room = (size_t)query->profile->file_count + query->profile->method_count + 1;
    struct qp_target *targets = malloc(room * sizeof *targets);
    *count = 0;
    for (int strictness = EXACT; targets && strictness < STRICTNESSES && *count == 0; strictness++) {
        *count = find_files(query->profile, wanted, (enum strictness)strictness, targets);
        if (*count == 0)
            *count = find_methods(query, wanted, (enum strictness)strictness, targets);
    }
    return targets;
}
