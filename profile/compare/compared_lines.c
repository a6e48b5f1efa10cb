#include "profile/compare/compared_lines.h"

#include "base/scratch.h"
#include "profile/compare/file_match.h"

#include <stdlib.h>

static const struct qp_ran_lines *lines_of(const struct qp_comparison *comparison, enum qp_comparison_side side)
{
    return &comparison->sides[side]->lines;
}

bool qp_comparison_has_lines(const struct qp_comparison *comparison)
{
    return lines_of(comparison, QP_BEFORE)->count && lines_of(comparison, QP_AFTER)->count;
}

struct qp_text qp_compared_file_name(const struct qp_compared_file *file)
{
    return file->in[file->in[QP_AFTER] ? QP_AFTER : QP_BEFORE]->name;
}

bool qp_compared_file_differs(const struct qp_compared_file *file)
{
    if (file->comparable)
        return file->counts[QP_BEFORE] || file->counts[QP_AFTER];
    return !file->in[QP_BEFORE] || !file->in[QP_AFTER] || file->in[QP_BEFORE]->ran != file->in[QP_AFTER]->ran;
}

/* ---- files of both sides ----------------------------------------------------------------------------------------- */

static void pair_files(struct qp_compared_files *files, const struct qp_comparison *comparison, const uint32_t *match,
                       bool *taken)
{
    const struct qp_ran_lines *before = lines_of(comparison, QP_BEFORE), *after = lines_of(comparison, QP_AFTER);
    for (uint32_t i = 0; i < before->count; i++) {
        const struct qp_ran_file *other = match[i] == UINT32_MAX ? NULL : &after->files[match[i]];
        files->items[files->count++] = (struct qp_compared_file){.in = {&before->files[i], other}};
        if (other)
            taken[match[i]] = true;
    }
    for (uint32_t i = 0; i < after->count; i++) {
        if (!taken[i])
            files->items[files->count++] = (struct qp_compared_file){.in = {NULL, &after->files[i]}};
    }
}

static struct qp_text *names_of(const struct qp_ran_lines *lines, struct qp_scratch *scratch)
{
    struct qp_text *names = qp_scratch_zeros(scratch, lines->count, sizeof *names);
    for (uint32_t i = 0; names && i < lines->count; i++)
        names[i] = lines->files[i].name;
    return names;
}

static bool find_pairs(struct qp_compared_files *files, const struct qp_comparison *comparison)
{
    const struct qp_ran_lines *before = lines_of(comparison, QP_BEFORE), *after = lines_of(comparison, QP_AFTER);
    struct qp_scratch scratch = {0};
    struct qp_text *first = names_of(before, &scratch), *second = names_of(after, &scratch);
    uint32_t *match = qp_scratch_zeros(&scratch, before->count, sizeof *match);
    bool *taken = qp_scratch_zeros(&scratch, after->count, sizeof *taken);
    *files = (struct qp_compared_files){calloc((size_t)before->count + after->count + 1, sizeof *files->items), 0};
    bool ok = !scratch.failed && files->items && qp_file_match(first, before->count, second, after->count, match);
    if (ok)
        pair_files(files, comparison, match, taken);
    qp_scratch_free(&scratch);
    return ok;
}

/* ---- lines that ran on one side only ----------------------------------------------------------------------------- */

static bool compare(struct qp_compared_file *file)
{
    bool both = file->in[QP_BEFORE] && file->in[QP_AFTER];
    file->comparable = both && qp_ran_lines_are_same(file->in[QP_BEFORE], file->in[QP_AFTER]);
    for (int side = 0; file->comparable && side < QP_COMPARED_SIDES; side++) {
        file->only[side] = qp_ran_lines_only(file->in[side], file->in[!side], &file->counts[side]);
        if (!file->only[side])
            return false;
    }
    return true;
}

bool qp_compared_files_open(struct qp_compared_files *files, const struct qp_comparison *comparison)
{
    bool ok = find_pairs(files, comparison);
    for (uint32_t i = 0; ok && i < files->count; i++)
        ok = compare(&files->items[i]);
    return ok;
}

void qp_compared_files_close(struct qp_compared_files *files)
{
    for (uint32_t i = 0; i < files->count; i++) {
        free(files->items[i].only[QP_BEFORE]);
        free(files->items[i].only[QP_AFTER]);
    }
    free(files->items);
}
