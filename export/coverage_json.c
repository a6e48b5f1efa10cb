/* coverage_json.c - the JSON report of coverage.py, in format 2 of its versions 7.0 to 7.5. Version 6 lacks
 * meta.format.
 *
 * A branch is a pair of lines: one that decides, and one to which it leads, or -LINE if it leads out of the function
 * that begins on LINE. If a program's language does not register where branches lead, they are in the sums alone. Notes
 * about the data are in meta.notes, which coverage.py does not have. */
#include "export/export.h"

#include "base/order.h"
#include "profile/coverage/branches.h"

#include <stdlib.h>
#include <time.h>

/* The numbers of a summary. */
struct numbers {
    uint64_t lines;
    uint64_t missing;
    uint64_t excluded;
    uint64_t outcomes;
    uint64_t untaken;
    uint64_t partial; /* outcomes that were not taken, of lines that ran */
};

/* The longest range of excluded lines that is written; a longer one means all lines. */
#define MOST_EXCLUDED 10000000

struct outcome {
    int32_t line;
    int32_t target;
    uint64_t count;
};

/* State of the export. */
struct report {
    bool branches; /* the run counted branches */
    uint32_t files;
    struct numbers total;
};

/* ---- summaries --------------------------------------------------------------------------------------------------- */

/* Write a percentage without decimals; it is 0 or 100 only if it is exact. */
static void put_percent(struct qp_put *put, double percent)
{
    double shown = percent > 0 && percent < 1 ? 1 : percent > 99 && percent < 100 ? 99 : percent;
    qp_put_format(put, "\"percent_covered\": %.17g, \"percent_covered_display\": \"%.0f\"", percent, shown);
}

static void put_summary(struct qp_put *put, const struct numbers *numbers, bool branches)
{
    uint64_t all = numbers->lines + numbers->outcomes;
    uint64_t covered = all - numbers->missing - numbers->untaken;
    qp_put_format(put, "{\"covered_lines\": %llu, \"num_statements\": %llu, ",
                  (unsigned long long)(numbers->lines - numbers->missing), (unsigned long long)numbers->lines);
    put_percent(put, numbers->lines ? 100.0 * (double)covered / (double)all : 100);
    qp_put_format(put, ", \"missing_lines\": %llu, \"excluded_lines\": %llu", (unsigned long long)numbers->missing,
                  (unsigned long long)numbers->excluded);
    if (branches)
        qp_put_format(put,
                      ", \"num_branches\": %llu, \"num_partial_branches\": %llu, \"covered_branches\": %llu, "
                      "\"missing_branches\": %llu",
                      (unsigned long long)numbers->outcomes, (unsigned long long)numbers->partial,
                      (unsigned long long)(numbers->outcomes - numbers->untaken), (unsigned long long)numbers->untaken);
    qp_put_char(put, '}');
}

static void add_numbers(struct numbers *sum, const struct numbers *part)
{
    sum->lines += part->lines;
    sum->missing += part->missing;
    sum->excluded += part->excluded;
    sum->outcomes += part->outcomes;
    sum->untaken += part->untaken;
    sum->partial += part->partial;
}

/* ---- lines ------------------------------------------------------------------------------------------------------- */

static void put_line(struct qp_put *put, int32_t line, bool *first)
{
    qp_put_string(put, *first ? "" : ", ");
    qp_put_integer(put, line);
    *first = false;
}

/* Write the lines that ran, also excluded ones, or those that did not run. */
static void put_lines(struct qp_export *export, const struct qp_lines *lines, bool ran)
{
    bool first = true;
    for (uint32_t i = 0; export->query->counts_lines && i < lines->count; i++) {
        const struct qp_line *line = &lines->items[i];
        if (ran ? qp_line_ran(line) : qp_line_is_missed(line))
            put_line(&export->put, line->number, &first);
    }
}

/* Write all excluded lines, up to the last line of which the file knows. Return their number. */
static uint64_t put_excluded(struct qp_export *export, uint32_t file, const struct qp_lines *lines)
{
    const struct qp_profile_file *it = &export->profile->files[file];
    int32_t end = lines->count ? lines->items[lines->count - 1].number : 0, next = 1;
    uint64_t count = 0;
    bool is_first = true;
    for (uint32_t i = 0; i < it->exclusion_count; i++) {
        const struct qp_profile_exclusion *range = &export->profile->exclusions[it->first_exclusion + i];
        int32_t last = range->last - range->first < MOST_EXCLUDED ? range->last : end;
        for (int32_t line = range->first > next ? range->first : next; line <= last; line++, count++, next = line)
            put_line(&export->put, line, &is_first);
    }
    return count;
}

/* ---- branches ---------------------------------------------------------------------------------------------------- */

static int by_line(const void *left, const void *right)
{
    const struct outcome *a = left, *b = right;
    return QP_ORDER({qp_order_signed(a->line), qp_order_signed(b->line)},
                    {qp_order_signed(a->target), qp_order_signed(b->target)});
}

/* Return the outcomes of all branches, sorted by line and target, NULL if out of memory. Several functions may have
 * code on a line: their outcomes that lead to the same line are one. */
static struct outcome *outcomes_of(const struct qp_branches *branches, uint32_t *count)
{
    struct outcome *outcomes = malloc((branches->outcomes + 1) * sizeof *outcomes);
    uint32_t all = 0;
    *count = 0;
    for (uint32_t i = 0; outcomes && i < branches->count; i++) {
        const struct qp_branch *it = &branches->items[i];
        for (uint32_t k = 0; !it->excluded && k < it->outcomes; k++)
            outcomes[all++] = (struct outcome){it->line, it->targets ? it->targets[k] : 0, it->counts[k]};
    }
    qp_sort(outcomes, all, sizeof *outcomes, by_line);
    for (uint32_t i = 0; i < all; i++) {
        if (*count && outcomes[i].target && by_line(&outcomes[i], &outcomes[*count - 1]) == 0)
            outcomes[*count - 1].count += outcomes[i].count;
        else
            outcomes[(*count)++] = outcomes[i];
    }
    return outcomes;
}

/* Remove the outcomes of lines with only one. Return how many are left. */
static uint32_t keep_branches(struct outcome *outcomes, uint32_t count)
{
    uint32_t kept = 0;
    for (uint32_t i = 0, end; i < count; i = end) {
        for (end = i + 1; end < count && outcomes[end].line == outcomes[i].line; end++)
            ;
        for (uint32_t k = i; end - i > 1 && k < end; k++)
            outcomes[kept++] = outcomes[k];
    }
    return kept;
}

static void put_outcomes(struct qp_put *put, const struct outcome *outcomes, uint32_t count, bool taken)
{
    bool first = true;
    for (uint32_t i = 0; i < count; i++) {
        if ((outcomes[i].count != 0) != taken || outcomes[i].target == 0)
            continue;
        qp_put_format(put, "%s[%d, %d]", first ? "" : ", ", outcomes[i].line, outcomes[i].target);
        first = false;
    }
}

/* Return whether a line ran; *next is 0 at first, and the lines are asked for in ascending order. */
static bool ran(const struct qp_lines *lines, int32_t line, uint32_t *next)
{
    while (*next < lines->count && lines->items[*next].number < line)
        (*next)++;
    return *next < lines->count && lines->items[*next].number == line && qp_line_ran(&lines->items[*next]);
}

static void count_outcomes(struct numbers *numbers, const struct qp_lines *lines, const struct outcome *outcomes,
                           uint32_t count)
{
    uint32_t next = 0;
    numbers->outcomes = count;
    for (uint32_t i = 0; i < count; i++) {
        numbers->untaken += outcomes[i].count == 0;
        numbers->partial += outcomes[i].count == 0 && ran(lines, outcomes[i].line, &next);
    }
}

static bool put_branches(struct qp_export *export, uint32_t file, const struct qp_lines *lines, struct numbers *numbers)
{
    struct qp_branches branches;
    uint32_t count = 0;
    if (!qp_branches_open(&branches, export->query, (struct qp_target){file, QP_NONE}))
        return false;
    struct outcome *outcomes = outcomes_of(&branches, &count);
    if (outcomes) {
        count = keep_branches(outcomes, count);
        count_outcomes(numbers, lines, outcomes, count);
        qp_put_string(&export->put, "], \"executed_branches\": [");
        put_outcomes(&export->put, outcomes, count, true);
        qp_put_string(&export->put, "], \"missing_branches\": [");
        put_outcomes(&export->put, outcomes, count, false);
    }
    free(outcomes);
    qp_branches_close(&branches);
    return outcomes;
}

/* ---- files ------------------------------------------------------------------------------------------------------- */

/* Return a file's path relative to the directory of the run if it is below that. */
static struct qp_text shown_path(const struct qp_profile *profile, uint32_t file)
{
    struct qp_text path = profile->files[file].name, folder = profile->directory;
    bool below = folder.length && path.length > folder.length + 1 && path.bytes[folder.length] == '/' &&
                 memcmp(path.bytes, folder.bytes, folder.length) == 0;
    uint32_t skipped = below ? folder.length + 1 : 0;
    return (struct qp_text){path.bytes + skipped, path.length - skipped};
}

static bool write_file(struct qp_export *export, uint32_t file, const struct qp_lines *lines)
{
    struct report *report = export->state;
    struct qp_put *put = &export->put;
    struct numbers numbers = {.lines = lines->total, .missing = lines->total - lines->hit};
    if (!export->query->counts_lines)
        numbers = (struct numbers){0};
    qp_put_string(put, report->files++ ? ", " : "");
    qp_put_json(put, shown_path(export->profile, file));
    qp_put_string(put, ": {\"executed_lines\": [");
    put_lines(export, lines, true);
    qp_put_string(put, "], \"missing_lines\": [");
    put_lines(export, lines, false);
    qp_put_string(put, "], \"excluded_lines\": [");
    numbers.excluded = put_excluded(export, file, lines);
    if (report->branches && !put_branches(export, file, lines, &numbers))
        return false;
    qp_put_string(put, "], \"summary\": ");
    put_summary(put, &numbers, report->branches);
    qp_put_char(put, '}');
    add_numbers(&report->total, &numbers);
    return true;
}

/* ---- report ------------------------------------------------------------------------------------------------------ */

/* Write the time at which the run began. */
static void put_time(struct qp_put *put, uint64_t nanoseconds)
{
    time_t seconds = (time_t)(nanoseconds / 1000000000);
    char text[64] = "";
    struct tm parts;
    if (localtime_r(&seconds, &parts))
        strftime(text, sizeof text, "%Y-%m-%dT%H:%M:%S", &parts);
    qp_put_format(put, "\"timestamp\": \"%s.%06u\"", text, (unsigned)(nanoseconds / 1000 % 1000000));
}

static void put_meta(struct qp_export *export, bool branches)
{
    const struct qp_quality *quality = &export->quality[export->query->selection.product];
    struct qp_put *put = &export->put;
    qp_put_string(put, "{\"meta\": {\"format\": 2, \"version\": \"qii\", ");
    put_time(put, export->profile->reader.header.start_realtime_ns);
    qp_put_format(put, ", \"branch_coverage\": %s, \"show_contexts\": false, \"notes\": [",
                  branches ? "true" : "false");
    for (uint32_t i = 0; i < quality->count; i++) {
        qp_put_string(put, i ? ", " : "");
        qp_put_json(put, qp_text_of(quality->items[i].text));
    }
    qp_put_string(put, "]}, \"files\": {");
}

/* Return whether the run counted branches: a function has some. */
static bool has_branches(const struct qp_export *export)
{
    for (uint32_t i = 0; i < export->profile->method_count; i++)
        if (export->profile->methods[i].branch_count &&
            export->profile->methods[i].product == (uint32_t) export->query->selection.product)
            return true;
    return false;
}

static bool write_report(struct qp_export *export)
{
    struct report report = {.branches = has_branches(export)};
    export->state = &report;
    put_meta(export, report.branches);
    bool ok = qp_export_files(export, write_file);
    qp_put_string(&export->put, "}, \"totals\": ");
    put_summary(&export->put, &report.total, report.branches);
    qp_put_string(&export->put, "}\n");
    return ok;
}

const struct qp_exporter qp_export_coverage_json = {
    .name = "coverage-json",
    .summary = "line and branch coverage as coverage.py's JSON report",
    .coverage_first = true,
    .one_product = true,
    .filtered = true,
    .files_only = true,
    .write = write_report,
};
