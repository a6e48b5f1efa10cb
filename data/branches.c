#include "data/branches.h"

#include "data/lines.h"

#include <stdlib.h>
#include <string.h>

static bool is_sound(const struct qp_branch_record *record, uint32_t blocks)
{
    return record->line_number > 0 && record->first_block >= 0 && record->outcomes > 0 &&
           (int64_t)record->first_block + record->outcomes <= blocks;
}

/* The methods of a file, or a method alone. */
static uint32_t next_method(const struct qp_query *query, bool whole_file, uint32_t method)
{
    return whole_file ? query->profile->methods[method].next_in_file : QP_NONE;
}

static void set_numbers(struct qp_branches *branches, struct qp_branch *branch, const struct qp_profile *profile,
                        uint32_t file)
{
    for (uint32_t i = 0; i < branch->outcomes; i++)
        branch->taken += branch->counts[i] != 0;
    branch->excluded = qp_lines_excluded(profile, file, branch->line);
    if (branch->excluded)
        return;
    branches->outcomes += branch->outcomes;
    branches->taken += branch->taken;
}

static bool append(struct qp_branches *branches, const struct qp_branch *branch, const uint64_t *counts,
                   uint64_t *filled)
{
    uint64_t *grown = realloc(branches->counts, (*filled + branch->outcomes) * sizeof *grown);
    if (!grown)
        return false;
    branches->counts = grown;
    struct qp_branch *moved = realloc(branches->items, ((size_t)branches->count + 1) * sizeof *moved);
    if (!moved)
        return false;
    branches->items = moved;
    memcpy(grown + *filled, counts, branch->outcomes * sizeof *counts);
    *filled += branch->outcomes;
    branches->items[branches->count++] = *branch;
    return true;
}

static bool add_method(struct qp_branches *branches, const struct qp_query *query, uint32_t method, uint64_t *filled)
{
    const struct qp_profile_method *it = &query->profile->methods[method];
    uint32_t blocks;
    if (it->branch_count == 0)
        return true;
    uint64_t *counts = qp_lines_blocks(query, method, false, &blocks);
    uint64_t most = *filled + blocks; /* damaged ones that name blocks again and again must not cost memory */
    bool ok = counts != NULL;
    for (uint32_t i = 0; ok && i < it->branch_count; i++) {
        const struct qp_branch_record *record = &it->branches[i];
        struct qp_branch branch = {.line = record->line_number, .outcomes = (uint32_t)record->outcomes};
        if (is_sound(record, blocks) && *filled + branch.outcomes <= most)
            ok = append(branches, &branch, counts + record->first_block, filled);
    }
    free(counts);
    return ok;
}

/* The counts lie one after the other, as the items before they are sorted. */
static int by_line(const void *left, const void *right)
{
    const struct qp_branch *a = left, *b = right;
    if (a->line != b->line)
        return a->line < b->line ? -1 : 1;
    return (a->counts > b->counts) - (a->counts < b->counts);
}

static bool collect(struct qp_branches *branches, const struct qp_query *query, uint32_t file, uint32_t method)
{
    const struct qp_profile *profile = query->profile;
    bool whole_file = method == QP_NONE;
    uint64_t filled = 0;
    *branches = (struct qp_branches){0};
    for (uint32_t i = whole_file ? profile->files[file].first_method : method; i != QP_NONE;
         i = next_method(query, whole_file, i)) {
        if (profile->methods[i].product == (uint32_t)query->selection.product &&
            !add_method(branches, query, i, &filled)) {
            qp_branches_free(branches);
            return false;
        }
    }
    uint64_t *at = branches->counts;
    for (uint32_t i = 0; i < branches->count; i++) {
        branches->items[i].counts = at;
        at += branches->items[i].outcomes;
        set_numbers(branches, &branches->items[i], profile, file);
    }
    if (branches->count)
        qsort(branches->items, branches->count, sizeof *branches->items, by_line);
    return true;
}

bool qp_branches_of_file(struct qp_branches *branches, const struct qp_query *query, uint32_t file)
{
    return collect(branches, query, file, QP_NONE);
}

bool qp_branches_of_method(struct qp_branches *branches, const struct qp_query *query, uint32_t method)
{
    return collect(branches, query, query->profile->methods[method].file, method);
}

void qp_branches_free(struct qp_branches *branches)
{
    free(branches->items);
    free(branches->counts);
    *branches = (struct qp_branches){0};
}
