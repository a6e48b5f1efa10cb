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

/* Counts and targets of the outcomes of all branches so far. */
struct filling {
    struct qp_branches *branches;
    const struct qp_profile *profile;
    uint32_t file;
    uint64_t filled;
};

/* Append the outcomes of a branch, except those that lead to excluded lines. Return their number. */
static uint32_t add_outcomes(struct filling *filling, const uint64_t *counts, const int32_t *targets, uint32_t outcomes)
{
    uint32_t added = 0;
    for (uint32_t i = 0; i < outcomes; i++) {
        int32_t target = targets ? targets[i] : 0;
        if (target > 0 && qp_lines_excluded(filling->profile, filling->file, target))
            continue;
        filling->branches->counts[filling->filled] = counts[i];
        filling->branches->targets[filling->filled++] = target;
        added++;
    }
    return added;
}

/* Make space for `count` more outcomes and `branch_count` more branches. Return false if out of memory. */
static bool grow(struct filling *filling, uint64_t count, uint32_t branch_count)
{
    struct qp_branches *branches = filling->branches;
    uint64_t most = filling->filled + count + 1;
    uint64_t *counts = realloc(branches->counts, most * sizeof *counts);
    branches->counts = counts ? counts : branches->counts;
    int32_t *targets = realloc(branches->targets, most * sizeof *targets);
    branches->targets = targets ? targets : branches->targets;
    struct qp_branch *items = realloc(branches->items, ((size_t)branches->count + branch_count) * sizeof *items);
    branches->items = items ? items : branches->items;
    return counts && targets && items;
}

/* Append a method's branches. A branch of which one outcome is left, since the others lead to excluded lines, is none.
 * Return false if out of memory. */
static bool add_method(struct filling *filling, const struct qp_query *query, uint32_t method)
{
    const struct qp_profile_method *it = &query->profile->methods[method];
    struct qp_branches *branches = filling->branches;
    uint32_t blocks;
    if (it->branch_count == 0 || qp_lines_are_uncounted(query, method))
        return true;
    uint64_t *counts = qp_lines_blocks(query, method, QP_LINES_COUNTS, &blocks);
    uint64_t most = filling->filled + blocks; /* in a damaged file, several branches may refer to the same blocks */
    bool ok = counts && grow(filling, blocks, it->branch_count);
    uint64_t target = 0;
    for (uint32_t i = 0; ok && i < it->branch_count; i++) {
        const struct qp_branch_record *record = &it->branches[i];
        uint32_t outcomes = (uint32_t)record->outcomes;
        const int32_t *targets = target + outcomes <= it->target_count ? it->targets + target : NULL;
        target += outcomes;
        if (!is_valid(record, blocks) || filling->filled + outcomes > most)
            continue;
        uint64_t before = filling->filled;
        uint32_t left = add_outcomes(filling, counts + record->first_block, targets, outcomes);
        if (left == outcomes || left > 1)
            branches->items[branches->count++] =
                (struct qp_branch){.line = record->line_number, .outcomes = left, .targets = targets};
        else
            filling->filled = before;
    }
    free(counts);
    return ok;
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
    struct filling filling = {.branches = branches, .profile = query->profile, .file = target.file};
    *branches = (struct qp_branches){0};
    for (uint32_t i = QP_NONE; (i = qp_target_next(query, target, i)) != QP_NONE;) {
        if (!add_method(&filling, query, i)) {
            qp_branches_close(branches);
            return false;
        }
    }
    for (uint64_t i = 0, at = 0; i < branches->count; i++) {
        branches->items[i].counts = branches->counts + at;
        if (branches->items[i].targets)
            branches->items[i].targets = branches->targets + at;
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
    free(branches->targets);
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
