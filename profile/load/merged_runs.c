#include "profile/load/load.h"

#include "format/array.h"

static bool add_run(void *to, const void *of)
{
    struct qp_profile *profile = to;
    const struct qp_run_record *record = of;
    struct qp_profile_run run = {
        .record = record,
        .program = qp_reader_text(&profile->reader, record->program),
        .directory = qp_reader_text(&profile->reader, record->directory),
    };
    for (int i = 0; i < QP_PRODUCTS; i++)
        run.options[i] = qp_reader_text(&profile->reader, record->options[i]);
    return QP_ARRAY_APPEND(&profile->runs, &profile->run_count, run);
}

static bool add_own(void *to, const void *of)
{
    struct qp_profile *profile = to;
    const struct qp_own_record *record = of;
    uint32_t node = qp_nodes_find(profile, record->node);
    if (node == QP_NONE)
        qp_reader_damage(&profile->reader, "overhead refers to %#x, which is no node", record->node);
    else
        profile->own[node] = record->ticks < profile->nodes[node].self ? record->ticks : profile->nodes[node].self;
    return true;
}

static bool add_living(void *to, const void *of)
{
    struct qp_profile *profile = to;
    const struct qp_living_record *record = of;
    uint32_t root = qp_roots_find(profile, record->root);
    if (root == QP_NONE || profile->roots[root].lives == QP_NONE)
        qp_reader_damage(&profile->reader, "living virtual threads refer to %#x, which is no root of a group",
                         record->root);
    else
        profile->lives[profile->roots[root].lives].living = record->count;
    return true;
}

bool qp_merged_runs_load(struct qp_profile *profile)
{
    struct qp_reader *reader = &profile->reader;
    if (!qp_profile_is_merged(profile))
        return true;
    profile->own = calloc((size_t)profile->node_count + 1, sizeof *profile->own);
    return profile->own && qp_reader_each(reader, QP_KIND_RUN, sizeof(struct qp_run_record), add_run, profile) &&
           qp_reader_each(reader, QP_KIND_OWN, sizeof(struct qp_own_record), add_own, profile) &&
           qp_reader_each(reader, QP_KIND_LIVING, sizeof(struct qp_living_record), add_living, profile);
}
