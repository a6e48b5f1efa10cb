#include "export/top_names.h"

#include "base/hash.h"

#include <stdlib.h>
#include <string.h>

static uint64_t hash_of(const struct qp_top_names *names, uint32_t group)
{
    char name[QP_TOP_NAME_SIZE];
    qp_top_names_text(names, QP_NONE, group, name);
    return qp_hash_bytes(name, strlen(name));
}

/* Count the groups with each name, by the name's hash. Return false if out of memory. */
static bool count(const struct qp_top_names *names, struct qp_map *counts)
{
    for (uint32_t i = 0; i < names->labels->profile->group_count; i++) {
        uint64_t hash = hash_of(names, i);
        if (qp_map_put(counts, hash, qp_map_get(counts, hash) + 1) != 0)
            return false;
    }
    return true;
}

/* Add the group's number to each name that several groups share. Return true if a name changed; then the names must
 * be counted again. */
static bool number(struct qp_top_names *names, const struct qp_map *counts)
{
    bool changed = false;
    for (uint32_t i = 0; i < names->labels->profile->group_count; i++) {
        if (names->numbered[i] || qp_map_get(counts, hash_of(names, i)) == 1)
            continue;
        names->numbered[i] = changed = true;
    }
    return changed;
}

bool qp_top_names_open(struct qp_top_names *names, const struct qp_labels *labels)
{
    *names = (struct qp_top_names){
        .labels = labels, .numbered = calloc((size_t)labels->profile->group_count + 1, sizeof *names->numbered)};
    bool ok = names->numbered, changed = true;
    while (ok && changed) {
        struct qp_map counts = {0};
        ok = count(names, &counts);
        changed = ok && number(names, &counts);
        qp_map_fini(&counts);
    }
    if (!ok)
        qp_top_names_close(names);
    return ok;
}

void qp_top_names_close(struct qp_top_names *names)
{
    free(names->numbered);
    *names = (struct qp_top_names){0};
}

void qp_top_names_text(const struct qp_top_names *names, uint32_t thread, uint32_t group, char shown[QP_TOP_NAME_SIZE])
{
    const struct qp_profile *profile = names->labels->profile;
    char name[500], creator[QP_LABEL_SIZE] = "", place[32] = "";
    if (thread != QP_NONE) {
        const struct qp_profile_thread *it = &profile->threads[thread];
        int length = snprintf(shown, QP_TOP_NAME_SIZE, "thread %u%s", it->number, it->name.length ? " " : "");
        qp_text_show(it->name, shown + length, QP_TOP_NAME_SIZE - (size_t)length);
    } else {
        const struct qp_profile_group *it = &profile->groups[group];
        qp_text_show(it->name, name, sizeof name);
        if (it->parent_method != QP_NONE)
            qp_labels_text(names->labels, it->parent_method, creator, sizeof creator);
        if (names->numbered[group])
            snprintf(place, sizeof place, " #%u", group);
        snprintf(shown, QP_TOP_NAME_SIZE, "virtual threads%s%s%s%s%s", name[0] ? " " : "", name,
                 it->parent_method == QP_NONE ? "" : ", created in ", creator, place);
    }
    qp_labels_unreserve(names->labels, shown);
}
