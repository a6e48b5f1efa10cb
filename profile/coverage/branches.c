#include "profile/coverage/branches.h"

#include "base/order.h"
#include "profile/coverage/lines.h"

#include <stdlib.h>
#include <string.h>

static bool is_valid(const struct qp_branch_record *record, uint32_t blocks)
{
    return record->line_number > 0 && record->first_block >= 0 && record->outcomes > 0 &&
           (int64_t)record->first_block + record->outcomes <= blocks;
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

/* Append a method's branches, and append the counts of their outcomes to branches->counts, which has *filled counts. */
static bool add_method(struct qp_branches *branches, const struct qp_query *query, uint32_t method, uint64_t *filled)
{
    const struct qp_profile_method *it = &query->profile->methods[method];
    uint32_t blocks;
    if (it->branch_count == 0)
        return true;
    uint64_t *blocks_counts = qp_lines_blocks(query, method, false, &blocks);
    uint64_t most = *filled + blocks; /* in a damaged file, several branches may refer to the same blocks */
    uint64_t *counts = blocks_counts ? realloc(branches->counts, (most + 1) * sizeof *counts) : NULL;
    branches->counts = counts ? counts : branches->counts;
    struct qp_branch *items =
        counts ? realloc(branches->items, ((size_t)branches->count + it->branch_count) * sizeof *items) : NULL;
    branches->items = items ? items : branches->items;
    uint64_t target = 0;
    for (uint32_t i = 0; items && i < it->branch_count; i++) {
        const struct qp_branch_record *record = &it->branches[i];
        uint32_t outcomes = (uint32_t)record->outcomes;
        const int32_t *targets = target + outcomes <= it->target_count ? it->targets + target : NULL;
        target += outcomes;
        if (!is_valid(record, blocks) || *filled + outcomes > most)
            continue;
        items[branches->count++] =
            (struct qp_branch){.line = record->line_number, .outcomes = outcomes, .targets = targets};
        memcpy(counts + *filled, blocks_counts + record->first_block, outcomes * sizeof *counts);
        *filled += outcomes;
    }
    free(blocks_counts);
    return items;
}

/* Compare by line, then by original order. The counts were appended in the original order, so compare the addresses
 * of the counts. */
static int by_line(const void *left, const void *right)
{
    const struct qp_branch *a = left, *b = right;
    return QP_ORDER({(uint32_t)a->line, (uint32_t)b->line}, {(uintptr_t)a->counts, (uintptr_t)b->counts});
}

bool qp_branches_open(struct qp_branches *branches, const struct qp_query *query, struct qp_target target)
{
    uint64_t filled = 0;
    *branches = (struct qp_branches){0};
    for (uint32_t i = QP_NONE; (i = qp_target_next(query, target, i)) != QP_NONE;) {
        if (!add_method(branches, query, i, &filled)) {
            qp_branches_close(branches);
            return false;
        }
    }
    const uint64_t *at = branches->counts;
    for (uint32_t i = 0; i < branches->count; i++) {
        branches->items[i].counts = at;
        at += branches->items[i].outcomes;
        set_numbers(branches, &branches->items[i], query->profile, target.file);
    }
    qp_sort(branches->items, branches->count, sizeof *branches->items, by_line);
    return true;
}

void qp_branches_close(struct qp_branches *branches)
{
    free(branches->items);
    free(branches->counts);
    *branches = (struct qp_branches){0};
}

struct qp_line_branches qp_branches_of_line(const struct qp_branches *branches, int32_t line, uint32_t *next)
{
    while (*next < branches->count && branches->items[*next].line < line)
        (*next)++;
    struct qp_line_branches found = {.count = 0};
    for (; *next < branches->count && branches->items[*next].line == line; (*next)++) {
        if (found.count++ == 0)
            found.items = &branches->items[*next];
        found.outcomes += branches->items[*next].outcomes;
        found.taken += branches->items[*next].taken;
    }
    return found;
}
