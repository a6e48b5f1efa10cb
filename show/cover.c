#include "show/cover.h"

#include "base/number.h"
#include "show/parts/table.h"

#include <stdlib.h>

#define RANGES_ON_TERMINAL 60 /* maximum width of a file's missed lines, so that each file takes one line */

/* ---- table ---------------------------------------------------------------------------------------------------- */

static enum qp_style style_of(uint32_t hit, uint32_t total)
{
    if (total == 0 || hit == total)
        return QP_STYLE_GREEN;
    return (uint64_t)hit * 2 < total ? QP_STYLE_RED : QP_STYLE_YELLOW;
}

static void add_pair(struct qp_table *table, uint32_t hit, uint32_t total)
{
    qp_table_add_part(table, hit, total);
    qp_table_add_share(table, style_of(hit, total), hit, total);
}

static void add_row(struct qp_table *table, const struct qp_coverage *numbers, const char *name, const char *ranges)
{
    add_pair(table, numbers->lines_hit, numbers->lines);
    add_pair(table, numbers->outcomes_taken, numbers->outcomes);
    add_pair(table, numbers->functions_hit, numbers->functions);
    qp_table_add(table, QP_STYLE_PLAIN, name);
    qp_table_add(table, QP_STYLE_DIM, ranges);
}

/* Add the row of a file, with ranges of missed lines if `wants_ranges`. */
static bool add_file(struct qp_table *table, const struct qp_query *query, const struct qp_coverage_file *file,
                     bool wants_ranges, const struct qp_stream *stream)
{
    char name[600], *ranges = NULL;
    struct qp_lines lines;
    if (wants_ranges) {
        if (!qp_lines_open(&lines, query, (struct qp_target){file->file, QP_NONE}))
            return false;
        ranges = qp_lines_missed(&lines, stream->bounded ? RANGES_ON_TERMINAL : 0);
        qp_lines_close(&lines);
        if (!ranges)
            return false;
    }
    qp_text_show(query->profile->files[file->file].name, name, sizeof name);
    add_row(table, &file->numbers, name, ranges ? ranges : "");
    free(ranges);
    return true;
}

/* Print all missed lines of a file, of which a column of the table would show only the first. */
static bool print_missed(const struct qp_query *query, uint32_t file, const struct qp_stream *stream)
{
    struct qp_lines lines;
    if (!qp_lines_open(&lines, query, (struct qp_target){file, QP_NONE}))
        return false;
    char *ranges = qp_lines_missed(&lines, 0);
    qp_lines_close(&lines);
    if (ranges && *ranges)
        fprintf(stream->out, "missed lines: %s\n", ranges);
    free(ranges);
    return ranges;
}

static bool print_rows(const struct qp_query *query, const struct qp_cover_choice *choice,
                       const struct qp_coverage_files *files, const struct qp_stream *stream)
{
    bool lines = query->counts_lines, branches = files->total.outcomes != 0, wanted = lines && choice->ranges,
         single = wanted && files->count == 1 && stream->bounded, ranges = wanted && !single, ok = true;
    const bool has[] = {lines, lines, branches, branches, true, true, true, ranges};
    struct qp_table table;
    uint32_t shown = qp_table_at_most(files->count, choice->top);
    char name[60];
    qp_table_init_some(&table,
                       "lines|cover;lines share|branches|cover;branches share|functions|cover;functions share|-file|"
                       "-missed lines",
                       has);
    for (uint32_t i = 0; ok && i < shown; i++)
        ok = add_file(&table, query, &files->items[i], ranges, stream);
    snprintf(name, sizeof name, "%s%u file%s", shown < files->count ? "… of all " : "total of ", files->count,
             qp_number_plural(files->count));
    if (!stream->programs)
        add_row(&table, &files->total, name, "");
    if (ok && files->count)
        return qp_table_finish(&table, stream, NULL) && (!single || print_missed(query, files->items[0].file, stream));
    qp_table_fini(&table);
    return ok;
}

bool qp_cover_print(const struct qp_query *query, const struct qp_cover_choice *choice, const struct qp_stream *stream,
                    struct qp_coverage *total)
{
    struct qp_coverage_files files;
    *total = (struct qp_coverage){0};
    if (!qp_coverage_files_open(&files, query, &choice->filter))
        return false;
    *total = files.total;
    if (choice->top)
        qp_coverage_files_sort(&files);
    bool ok = print_rows(query, choice, &files, stream);
    qp_coverage_files_close(&files);
    return ok;
}
