#include "show/cover.h"

#include "base/number.h"
#include "show/table.h"

#include <stdlib.h>
#include <string.h>

struct row {
    uint32_t file;
    struct qp_coverage numbers;
    char *ranges;
};

/* ---- missed lines ------------------------------------------------------------------------------------------- */

static uint32_t count_ranges(const struct qp_lines *lines)
{
    uint32_t ranges = 0;
    for (uint32_t i = 0; i < lines->count; i++)
        ranges += qp_line_is_missed(&lines->items[i]) && (i == 0 || !qp_line_is_missed(&lines->items[i - 1]));
    return ranges;
}

#define RANGE_SIZE 28 /* ", ", two numbers of 11 characters and "-" */

/* "3, 7-9, 14": lines that follow each other in the table are one range, also across lines without code. Past width
 * columns "…" stands for the rest; 0 = no limit. */
static char *missed_ranges(const struct qp_lines *lines, uint32_t width)
{
    char *text = calloc((size_t)count_ranges(lines) + 1, RANGE_SIZE);
    size_t length = 0;
    for (uint32_t i = 0; text && i < lines->count; i++) {
        if (!qp_line_is_missed(&lines->items[i]))
            continue;
        uint32_t last = i;
        while (last + 1 < lines->count && qp_line_is_missed(&lines->items[last + 1]))
            last++;
        char range[RANGE_SIZE];
        int size = snprintf(range, sizeof range, last == i ? "%s%d" : "%s%d-%d", length ? ", " : "",
                            lines->items[i].number, lines->items[last].number);
        if (width && length + (size_t)size > width) {
            strcpy(text + length, length ? ", …" : "…");
            break;
        }
        memcpy(text + length, range, (size_t)size + 1);
        length += (size_t)size;
        i = last;
    }
    return text;
}

/* ---- files --------------------------------------------------------------------------------------------------- */

static bool count_file(const struct qp_query *query, uint32_t file, const struct qp_cover_choice *choice,
                       uint32_t width, struct row *row)
{
    struct qp_lines lines;
    *row = (struct row){.file = file};
    if (!qp_lines_open(&lines, query, (struct qp_target){file, QP_NONE}))
        return false;
    bool ok = qp_coverage_of_file(&row->numbers, query, file, &lines);
    if (ok && choice->ranges && row->numbers.files) {
        row->ranges = missed_ranges(&lines, width);
        ok = row->ranges;
    }
    qp_lines_close(&lines);
    return ok;
}

static int by_name(const void *left, const void *right, void *profile)
{
    const struct row *a = left, *b = right;
    const struct qp_profile_file *files = ((const struct qp_profile *)profile)->files;
    return qp_text_compare(files[a->file].name, files[b->file].name);
}

static int by_missed(const void *left, const void *right, void *profile)
{
    const struct row *a = left, *b = right;
    uint32_t missed_a = a->numbers.lines - a->numbers.lines_hit;
    uint32_t missed_b = b->numbers.lines - b->numbers.lines_hit;
    if (missed_a != missed_b)
        return missed_a > missed_b ? -1 : 1;
    return by_name(left, right, profile);
}

static bool count_files(const struct qp_query *query, const struct qp_cover_choice *choice, uint32_t width,
                        struct row *rows, uint32_t *count, struct qp_coverage *total)
{
    const struct qp_profile *profile = query->profile;
    for (uint32_t i = 0; i < profile->file_count; i++) {
        struct row *row = &rows[*count];
        if (choice->filter && !qp_text_contains(profile->files[i].name, choice->filter))
            continue;
        if (!count_file(query, i, choice, width, row))
            return false;
        qp_coverage_add(total, &row->numbers);
        *count += row->numbers.files;
    }
    return true;
}

/* ---- the table ------------------------------------------------------------------------------------------------ */

static enum qp_style style_of(uint32_t hit, uint32_t total)
{
    if (total == 0 || hit == total)
        return QP_STYLE_GREEN;
    return (uint64_t)hit * 2 < total ? QP_STYLE_RED : QP_STYLE_YELLOW;
}

static void add_pair(struct qp_table *table, uint32_t hit, uint32_t total)
{
    qp_table_addf(table, QP_STYLE_PLAIN, "%s/%s", qp_number_count(hit).text, qp_number_count(total).text);
    qp_table_add(table, style_of(hit, total), qp_number_share(hit, total).text);
}

/* What the table has columns for. */
struct columns {
    bool lines;
    bool branches;
    bool ranges;
};

static void add_row(struct qp_table *table, const struct qp_coverage *numbers, const struct columns *columns,
                    const char *name, const char *ranges)
{
    if (columns->lines)
        add_pair(table, numbers->lines_hit, numbers->lines);
    if (columns->branches)
        add_pair(table, numbers->outcomes_taken, numbers->outcomes);
    add_pair(table, numbers->functions_hit, numbers->functions);
    qp_table_add(table, QP_STYLE_PLAIN, name);
    if (columns->ranges)
        qp_table_add(table, QP_STYLE_DIM, ranges);
}

static bool print_rows(const struct qp_query *query, const struct qp_cover_choice *choice, const struct row *rows,
                       uint32_t count, const struct qp_coverage *total, const struct qp_stream *stream)
{
    bool counted = query->counts_lines;
    const struct columns columns = {counted, total->outcomes != 0, counted && choice->ranges};
    struct qp_table table;
    uint32_t shown = choice->top && choice->top < count ? choice->top : count;
    char name[600];
    snprintf(name, sizeof name, "%s%sfunctions|share|-file%s", columns.lines ? "lines|share|" : "",
             columns.branches ? "branches|share|" : "", columns.ranges ? "|-missed lines" : "");
    qp_table_init(&table, name);
    for (uint32_t i = 0; i < shown; i++) {
        qp_text_show(query->profile->files[rows[i].file].name, name, sizeof name);
        add_row(&table, &rows[i].numbers, &columns, name, rows[i].ranges);
    }
    snprintf(name, sizeof name, "%s%u file%s", shown < count ? "… of all " : "total of ", count, count == 1 ? "" : "s");
    add_row(&table, total, &columns, name, "");
    if (count)
        return qp_table_finish(&table, stream, NULL);
    qp_table_fini(&table);
    return true;
}

bool qp_cover_print(const struct qp_query *query, const struct qp_cover_choice *choice, const struct qp_stream *stream,
                    struct qp_coverage *total)
{
    uint32_t count = 0;
    *total = (struct qp_coverage){0};
    struct row *rows = calloc((size_t)query->profile->file_count + 1, sizeof *rows);
    bool ok = rows && count_files(query, choice, stream->columns, rows, &count, total);
    if (ok) {
        qsort_r(rows, count, sizeof *rows, choice->top ? by_missed : by_name, (void *)query->profile);
        ok = print_rows(query, choice, rows, count, total, stream);
    }
    for (uint32_t i = 0; rows && i < count; i++)
        free(rows[i].ranges);
    free(rows);
    return ok;
}
