#include "profile/merge/merge.h"

#include "profile/merge/merging.h"

#include <stdlib.h>

/* ---- adding a file ----------------------------------------------------------------------------------------------- */

static bool open_adding(struct qp_adding *adding)
{
    const struct qp_profile *profile = adding->profile;
    struct qp_scratch *scratch = &adding->scratch;
    adding->files = qp_scratch_none(scratch, profile->file_count);
    adding->methods = qp_scratch_none(scratch, profile->method_count);
    adding->carriers = qp_scratch_none(scratch, profile->carrier_count);
    adding->phases = qp_scratch_none(scratch, profile->phase_count);
    adding->named = qp_scratch_none(scratch, profile->named_count);
    adding->groups = qp_scratch_none(scratch, profile->group_count);
    adding->roots = qp_scratch_none(scratch, profile->root_count);
    adding->nodes = qp_scratch_none(scratch, profile->node_count);
    adding->balance = qp_scratch_none(scratch, profile->root_count);
    adding->self = qp_scratch_zeros(scratch, profile->root_count, sizeof *adding->self);
    adding->self_ticks = qp_scratch_zeros(scratch, profile->root_count, sizeof *adding->self_ticks);
    return !scratch->failed;
}

static bool add_parts(struct qp_merge *merge, struct qp_adding *adding)
{
    static void (*const parts[])(struct qp_merge * merge, struct qp_adding * adding) = {
        qp_merge_files, qp_merge_methods, qp_merge_threads, qp_merge_named, qp_merge_groups,
        qp_merge_roots, qp_merge_nodes,   qp_merge_blocks,  qp_merge_lives, qp_merge_ledgers};
    bool is_new = qp_merge_runs(merge, adding);
    for (size_t i = 0; is_new && i < sizeof parts / sizeof *parts; i++) {
        merge->failed |= merge->texts.failed;
        if (!merge->failed && !adding->error->code)
            parts[i](merge, adding);
    }
    merge->failed |= merge->texts.failed;
    return is_new;
}

enum qp_merge_result qp_merge_add(struct qp_merge *merge, const struct qp_profile *profile, const char *path,
                                  struct qp_error *error)
{
    struct qp_adding adding = {.profile = profile, .path = path, .error = error, .rate = qp_profile_rate(profile)};
    bool is_new = false;
    merge->added++;
    if (open_adding(&adding))
        is_new = add_parts(merge, &adding);
    else
        merge->failed = true;
    qp_scratch_free(&adding.scratch);
    free(adding.balances);
    if (merge->failed)
        qp_error_memory(error);
    return error->code ? QP_MERGE_FAILED : is_new ? QP_MERGE_ADDED : QP_MERGE_KNOWN;
}

uint32_t qp_merge_logs(const struct qp_merge *merge)
{
    uint32_t logs = 0;
    for (uint32_t i = 0; i < merge->run_count; i++)
        logs += (merge->runs[i].record->flags & QP_RUN_LOG) != 0;
    return logs;
}

/* ---- open and close ---------------------------------------------------------------------------------------------- */

struct qp_merge *qp_merge_new(bool apart)
{
    struct qp_merge *merge = calloc(1, sizeof *merge);
    if (merge)
        merge->apart = apart;
    return merge;
}

void qp_merge_keep_ranks(struct qp_merge *merge)
{
    merge->keeps_ranks = true;
}

void qp_merge_free(struct qp_merge *merge)
{
    if (!merge)
        return;
    struct qp_map *const maps[] = {&merge->run_map,     &merge->file_map,   &merge->exclusion_map, &merge->function_map,
                                   &merge->carrier_map, &merge->phase_map,  &merge->group_map,     &merge->root_map,
                                   &merge->method_map,  &merge->node_map,   &merge->edge_map,      &merge->array_map,
                                   &merge->named_map,   &merge->within_map, &merge->directory_map};
    void *const arrays[] = {merge->runs,    merge->files,    merge->exclusions, merge->functions,
                            merge->methods, merge->carriers, merge->phases,     merge->groups,
                            merge->roots,   merge->nodes,    merge->extras,     merge->edges,
                            merge->arrays,  merge->lives,    merge->named,      merge->within};
    for (uint32_t i = 0; i < merge->array_count; i++)
        free(merge->arrays[i].values);
    for (uint32_t i = 0; i < merge->lives_count; i++)
        free(merge->lives[i].kept);
    for (size_t i = 0; i < sizeof maps / sizeof *maps; i++)
        qp_map_fini(maps[i]);
    for (size_t i = 0; i < sizeof arrays / sizeof *arrays; i++)
        free(arrays[i]);
    qp_texts_fini(&merge->texts);
    free(merge);
}
