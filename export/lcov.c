/* lcov.c - LCOV tracefiles (geninfo(1), "FILES"), as read by lcov and genhtml 1.16 and later.
 *
 * There are no comments: lcov 2 supports them, but diff-cover refuses the file. Readers compare paths with those of a
 * repository or open the files, so a ./ at the beginning of a path is omitted. Not exported are ends of functions
 * (which lcov 1 does not support), test names, and checksums of lines. Lines and functions excluded by the program are
 * omitted.
 *
 * A function's name is unique in its file. It contains no comma, which readers of FN take for a separator. The format
 * has no escapes: an unprintable path is written in escaped form, so readers will not find that file. Checked with lcov
 * --summary, lcov -a and genhtml 1.16, and with diff-cover 7.4. */
#include "export/export.h"

#include "profile/coverage/branches.h"
#include "profile/coverage/coverage.h"

struct numbers {
    uint32_t found;
    uint32_t hit;
};

/* ---- functions -------------------------------------------------------------------------------------------------- */

/* Write a line for each function of a file: with its number of calls if `calls` is set, otherwise with its first
 * line. */
static struct numbers write_functions(struct qp_export *export, uint32_t file, bool calls)
{
    const struct qp_profile *profile = export->profile;
    struct numbers numbers = {0, 0};
    char name[QP_LABEL_SIZE];
    for (uint32_t i = profile->files[file].first_method; i != QP_NONE; i = profile->methods[i].next_in_file) {
        const struct qp_profile_method *method = &profile->methods[i];
        if (!qp_coverage_counts(export->query, i))
            continue;
        uint64_t ran = qp_coverage_calls(export->query, i);
        qp_labels_text(&export->labels, i, name, sizeof name);
        if (calls)
            qp_put_format(&export->put, "FNDA:%llu,%s\n", (unsigned long long)ran, name);
        else
            qp_put_format(&export->put, "FN:%d,%s\n", method->line ? method->line : 1, name);
        numbers.found++;
        numbers.hit += ran != 0;
    }
    return numbers;
}

/* ---- branches --------------------------------------------------------------------------------------------------- */

static void write_branch(struct qp_export *export, const struct qp_branch *branch, uint32_t number)
{
    for (uint32_t i = 0; i < branch->outcomes; i++) {
        if (branch->taken)
            qp_put_format(&export->put, "BRDA:%d,%u,%u,%llu\n", branch->line, number, i,
                          (unsigned long long)branch->counts[i]);
        else
            qp_put_format(&export->put, "BRDA:%d,%u,%u,-\n", branch->line, number, i);
    }
}

static bool write_branches(struct qp_export *export, uint32_t file)
{
    struct qp_branches branches;
    uint32_t number = 0;
    if (!qp_branches_open(&branches, export->query, (struct qp_target){file, QP_NONE}))
        return false;
    for (uint32_t i = 0; i < branches.count; i++) {
        if (!branches.items[i].excluded)
            write_branch(export, &branches.items[i], number++);
    }
    if (branches.outcomes)
        qp_put_format(&export->put, "BRF:%u\nBRH:%u\n", branches.outcomes, branches.taken);
    qp_branches_close(&branches);
    return true;
}

/* ---- files ------------------------------------------------------------------------------------------------------ */

/* Return true if everything in a file is excluded. For example, a binding excludes files of its runtime. Such a file
 * is omitted, because readers of the format would look for its source. */
static bool is_empty(const struct qp_export *export, uint32_t file, const struct qp_lines *lines)
{
    const struct qp_profile *profile = export->profile;
    uint32_t method = profile->files[file].first_method;
    while (method != QP_NONE && !qp_coverage_counts(export->query, method))
        method = profile->methods[method].next_in_file;
    return method == QP_NONE && lines->total == 0;
}

static bool write_file(struct qp_export *export, uint32_t file, const struct qp_lines *lines)
{
    if (is_empty(export, file, lines))
        return true;
    qp_put_string(&export->put, "SF:");
    qp_put_shown(&export->put, qp_text_without_dot(export->profile->files[file].name));
    qp_put_char(&export->put, '\n');
    write_functions(export, file, false);
    struct numbers functions = write_functions(export, file, true);
    qp_put_format(&export->put, "FNF:%u\nFNH:%u\n", functions.found, functions.hit);
    if (!export->query->counts_lines) {
        qp_put_string(&export->put, "end_of_record\n");
        return true;
    }
    if (!write_branches(export, file))
        return false;
    for (uint32_t i = 0; i < lines->count; i++) {
        const struct qp_line *line = &lines->items[i];
        if (qp_line_is_covered(line))
            qp_put_format(&export->put, "DA:%d,%llu\n", line->number, (unsigned long long)qp_line_hits(line));
    }
    qp_put_format(&export->put, "LF:%u\nLH:%u\nend_of_record\n", lines->total, lines->hit);
    return true;
}

static bool write_all(struct qp_export *export)
{
    qp_put_string(&export->put, "TN:\n");
    return qp_export_files(export, write_file);
}

const struct qp_exporter qp_export_lcov = {
    .name = "lcov",
    .summary = "line, function and branch coverage, for lcov, genhtml and coverage services",
    .coverage_first = true,
    .labelled = true,
    .style = {.in_files = true, .reserved = {',', ';'}},
    .one_product = true,
    .filtered = true,
    .files_only = true,
    .has_no_notes = true,
    .write = write_all,
};
