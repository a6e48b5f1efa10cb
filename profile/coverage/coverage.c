#include "profile/coverage/coverage.h"

#include "base/order.h"

#include <stdlib.h>

bool qp_coverage_counts(const struct qp_query *query, uint32_t method)
{
    const struct qp_profile_method *it = &query->profile->methods[method];
    return it->registered && it->product == (uint32_t)query->selection.product &&
           (!qp_query_has_counted(query) || it->counts_itself) &&
           !(it->line && qp_lines_excluded(query->profile, it->file, it->line));
}

uint64_t qp_coverage_calls(const struct qp_query *query, uint32_t method)
{
    uint64_t calls = qp_query_has_counted(query) ? query->methods[method].counted : query->methods[method].calls;
    struct qp_lines_runs runs = {0};
    if (!calls)
        runs = qp_lines_runs(query, method);
    return calls ? calls : runs.lines || runs.outcomes;
}

struct qp_coverage qp_coverage_of_file(const struct qp_query *query, uint32_t file, const struct qp_lines *lines,
                                       const struct qp_branches *branches)
{
    const struct qp_profile *profile = query->profile;
    struct qp_coverage coverage = {.excluded = lines->excluded};
    if (query->counts_lines) {
        coverage.lines = lines->total;
        coverage.lines_hit = lines->hit;
        coverage.outcomes = branches->outcomes;
        coverage.outcomes_taken = branches->taken;
    }
    for (uint32_t i = profile->files[file].first_method; i != QP_NONE; i = profile->methods[i].next_in_file) {
        if (!qp_coverage_counts(query, i))
            continue;
        coverage.functions++;
        coverage.functions_hit += qp_coverage_calls(query, i) != 0;
    }
    coverage.files = coverage.lines || coverage.functions;
    return coverage;
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

/* ---- files ------------------------------------------------------------------------------------------------------- */

static int by_name(const void *left, const void *right, void *of)
{
    const struct qp_coverage_file *a = left, *b = right;
    const struct qp_coverage_files *files = of;
    return qp_text_compare(files->profile->files[a->file].name, files->profile->files[b->file].name);
}

static int by_missed(const void *left, const void *right, void *of)
{
    const struct qp_coverage *a = &((const struct qp_coverage_file *)left)->numbers;
    const struct qp_coverage *b = &((const struct qp_coverage_file *)right)->numbers;
    int order = QP_ORDER({b->lines - b->lines_hit, a->lines - a->lines_hit},
                         {b->outcomes - b->outcomes_taken, a->outcomes - a->outcomes_taken},
                         {b->functions - b->functions_hit, a->functions - a->functions_hit});
    return order ? order : by_name(left, right, of);
}

static void sort(struct qp_coverage_files *files, int (*order)(const void *left, const void *right, void *of))
{
    if (files->count)
        qsort_r(files->items, files->count, sizeof *files->items, order, files);
}

static bool add_file(struct qp_coverage_files *files, const struct qp_query *query, uint32_t file)
{
    struct qp_coverage_file *it = &files->items[files->count];
    const struct qp_target target = {file, QP_NONE};
    struct qp_lines lines;
    struct qp_branches branches = {0};
    if (!qp_lines_open(&lines, query, target))
        return false;
    bool ok = qp_branches_open(&branches, query, target);
    if (ok) {
        *it = (struct qp_coverage_file){file, qp_coverage_of_file(query, file, &lines, &branches)};
        qp_coverage_add(&files->total, &it->numbers);
        files->count += it->numbers.files;
    }
    qp_branches_close(&branches);
    qp_lines_close(&lines);
    return ok;
}

bool qp_coverage_files_open(struct qp_coverage_files *files, const struct qp_query *query,
                            const struct qp_filter *filter)
{
    const struct qp_profile *profile = query->profile;
    *files = (struct qp_coverage_files){
        .profile = profile,
        .items = malloc(((size_t)profile->file_count + 1) * sizeof *files->items),
    };
    bool ok = files->items;
    for (uint32_t i = 0; ok && i < profile->file_count; i++)
        ok = (filter && !qp_filter_passes_path(filter, profile->files[i].name)) || add_file(files, query, i);
    if (ok)
        sort(files, by_name);
    else
        qp_coverage_files_close(files);
    return ok;
}

void qp_coverage_files_close(struct qp_coverage_files *files)
{
    free(files->items);
    *files = (struct qp_coverage_files){0};
}

void qp_coverage_files_sort(struct qp_coverage_files *files)
{
    sort(files, by_missed);
}
