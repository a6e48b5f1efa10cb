#include "export/coverage.h"

#include "base/number.h"
#include "export/table.h"

#include <stdlib.h>
#include <string.h>

struct row {
    uint32_t file;
    struct qp_coverage numbers;
    char *ranges;
};

bool qp_coverage_counts(const struct qp_query *query, uint32_t method)
{
    const struct qp_profile_method *it = &query->profile->methods[method];
    return it->registered && it->product == (uint32_t)query->selection.product &&
           !(it->line && qp_lines_excluded(query->profile, it->file, it->line));
}

/* ---- missed lines ------------------------------------------------------------------------------------------- */

#define RANGES_SIZE 160 /* the column's width is limited; "…" stands for the rest */

/* "3, 7-9, 14": lines that follow each other in the table are one range, also across lines without code. */
static char *missed_ranges(const struct qp_lines *lines)
{
    char *text = calloc(1, RANGES_SIZE + 8);
    size_t length = 0;
    for (uint32_t i = 0; text && i < lines->count; i++) {
        if (lines->items[i].count || lines->items[i].time || lines->items[i].excluded)
            continue;
        uint32_t last = i;
        while (last + 1 < lines->count && !lines->items[last + 1].count && !lines->items[last + 1].time &&
               !lines->items[last + 1].excluded)
            last++;
        char range[32];
        if (last == i)
            snprintf(range, sizeof range, "%d", lines->items[i].number);
        else
            snprintf(range, sizeof range, "%d-%d", lines->items[i].number, lines->items[last].number);
        if (length + strlen(range) + 3 > RANGES_SIZE) {
            strcpy(text + length, ", …");
            break;
        }
        length += (size_t)sprintf(text + length, "%s%s", length ? ", " : "", range);
        i = last;
    }
    return text;
}

/* ---- files --------------------------------------------------------------------------------------------------- */

static bool count_file(const struct qp_query *query, uint32_t file, bool ranges, struct row *row)
{
    const struct qp_profile *profile = query->profile;
    struct qp_lines lines;
    if (!qp_lines_of_file(&lines, query, file))
        return false;
    *row = (struct row){.file = file, .numbers = {.lines = lines.total, .lines_hit = lines.hit}};
    for (uint32_t i = profile->files[file].first_method; i != QP_NONE; i = profile->methods[i].next_in_file) {
        if (!qp_coverage_counts(query, i))
            continue;
        row->numbers.functions++;
        row->numbers.functions_hit += query->methods[i].calls != 0;
    }
    if (ranges)
        row->ranges = missed_ranges(&lines);
    qp_lines_free(&lines);
    return !ranges || row->ranges;
}

static int by_missed(const void *left, const void *right, void *profile)
{
    const struct row *a = left, *b = right;
    uint32_t missed_a = a->numbers.lines - a->numbers.lines_hit;
    uint32_t missed_b = b->numbers.lines - b->numbers.lines_hit;
    if (missed_a != missed_b)
        return missed_a > missed_b ? -1 : 1;
    const struct qp_profile_file *files = ((const struct qp_profile *)profile)->files;
    return qp_text_compare(files[a->file].name, files[b->file].name);
}

static int by_name(const void *left, const void *right, void *profile)
{
    const struct row *a = left, *b = right;
    const struct qp_profile_file *files = ((const struct qp_profile *)profile)->files;
    return qp_text_compare(files[a->file].name, files[b->file].name);
}

static bool count_files(const struct qp_query *query, const struct qp_coverage_choice *choice, struct row *rows,
                        uint32_t *count, struct qp_coverage *total)
{
    const struct qp_profile *profile = query->profile;
    for (uint32_t i = 0; i < profile->file_count; i++) {
        struct row *row = &rows[*count];
        if (choice->filter && !qp_text_contains(profile->files[i].name, choice->filter))
            continue;
        if (!count_file(query, i, choice->ranges, row))
            return false;
        if (row->numbers.lines == 0 && row->numbers.functions == 0) {
            free(row->ranges);
            continue;
        }
        total->files++;
        total->lines += row->numbers.lines;
        total->lines_hit += row->numbers.lines_hit;
        total->functions += row->numbers.functions;
        total->functions_hit += row->numbers.functions_hit;
        (*count)++;
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
    char text[2 * QP_NUMBER], number[QP_NUMBER];
    qp_number_count(text, hit);
    qp_number_count(number, total);
    strcat(strcat(text, "/"), number);
    qp_table_add(table, QP_STYLE_PLAIN, text);
    qp_number_share(text, hit, total);
    qp_table_add(table, style_of(hit, total), text);
}

static void add_row(struct qp_table *table, const struct qp_coverage *numbers, const char *name, const char *ranges)
{
    add_pair(table, numbers->lines_hit, numbers->lines);
    add_pair(table, numbers->functions_hit, numbers->functions);
    qp_table_add(table, QP_STYLE_PLAIN, name);
    if (ranges)
        qp_table_add(table, QP_STYLE_DIM, ranges);
}

static bool print_rows(const struct qp_query *query, const struct qp_coverage_choice *choice, const struct row *rows,
                       uint32_t count, const struct qp_coverage *total, FILE *out)
{
    static const struct qp_column columns[] = {{"lines", false}, {"share", false}, {"functions", false},
                                               {"share", false}, {"file", true},   {"missed lines", true}};
    struct qp_table table;
    uint32_t shown = choice->top && choice->top < count ? choice->top : count;
    char name[600];
    qp_table_init(&table, columns, choice->ranges ? 6 : 5);
    for (uint32_t i = 0; i < shown; i++) {
        qp_text_show(query->profile->files[rows[i].file].name, name, sizeof name);
        add_row(&table, &rows[i].numbers, name, rows[i].ranges);
    }
    snprintf(name, sizeof name, "%s%u file%s", shown < count ? "… of all " : "total of ", count, count == 1 ? "" : "s");
    add_row(&table, total, name, choice->ranges ? "" : NULL);
    bool ok = count == 0 || qp_table_print(&table, out, choice->colour);
    qp_table_fini(&table);
    return ok;
}

bool qp_coverage_print(const struct qp_query *query, const struct qp_coverage_choice *choice, FILE *out,
                       struct qp_coverage *total)
{
    uint32_t count = 0;
    *total = (struct qp_coverage){0};
    struct row *rows = calloc((size_t)query->profile->file_count + 1, sizeof *rows);
    bool ok = rows && count_files(query, choice, rows, &count, total);
    if (ok) {
        qsort_r(rows, count, sizeof *rows, choice->top ? by_missed : by_name, (void *)query->profile);
        ok = print_rows(query, choice, rows, count, total, out);
    }
    for (uint32_t i = 0; rows && i < count; i++)
        free(rows[i].ranges);
    free(rows);
    return ok;
}
