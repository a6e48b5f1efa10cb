#include "data/coverage.h"

#include "data/branches.h"

bool qp_coverage_counts(const struct qp_query *query, uint32_t method)
{
    const struct qp_profile_method *it = &query->profile->methods[method];
    return it->registered && it->product == (uint32_t)query->selection.product &&
           !(it->line && qp_lines_excluded(query->profile, it->file, it->line));
}

bool qp_coverage_of_file(struct qp_coverage *coverage, const struct qp_query *query, uint32_t file,
                         const struct qp_lines *lines)
{
    const struct qp_profile *profile = query->profile;
    struct qp_branches branches;
    if (!qp_branches_open(&branches, query, (struct qp_target){file, QP_NONE}))
        return false;
    *coverage = (struct qp_coverage){
        .outcomes = branches.outcomes, .outcomes_taken = branches.taken, .excluded = lines->count - lines->total};
    if (query->counts_lines) {
        coverage->lines = lines->total;
        coverage->lines_hit = lines->hit;
    }
    qp_branches_close(&branches);
    for (uint32_t i = profile->files[file].first_method; i != QP_NONE; i = profile->methods[i].next_in_file) {
        if (!qp_coverage_counts(query, i))
            continue;
        coverage->functions++;
        coverage->functions_hit += query->methods[i].calls != 0;
    }
    coverage->files = coverage->lines || coverage->functions;
    return true;
}

void qp_coverage_add(struct qp_coverage *sum, const struct qp_coverage *part)
{
    sum->files += part->files;
    sum->lines += part->lines;
    sum->lines_hit += part->lines_hit;
    sum->functions += part->functions;
    sum->functions_hit += part->functions_hit;
    sum->outcomes += part->outcomes;
    sum->outcomes_taken += part->outcomes_taken;
    sum->excluded += part->excluded;
}
