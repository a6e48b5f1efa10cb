/* table_lines.c - print a table (table.h), for people and for programs, without columns that repeat another column. */
#include "show/parts/table_fit.h"

#include <stdlib.h>
#include <string.h>

#define TITLE 100 /* size of a title in bytes, with its NUL */

/* ---- reading ----------------------------------------------------------------------------------------------------- */

/* Write a column's title for people or for programs, and return it. If programs get a different title, it follows a
 * ';'. */
static const char *title_of(const struct qp_table *table, uint32_t column, bool programs, char title[TITLE])
{
    const char *begin = table->words + table->titles[column], *end = begin + strcspn(begin, "|"),
               *other = begin + strcspn(begin, ";|");
    if (programs && other < end)
        begin = other + 1;
    else
        end = other;
    snprintf(title, TITLE, "%.*s", (int)(end - begin), begin);
    return title;
}

/* ---- dropping ---------------------------------------------------------------------------------------------------- */

static uint32_t find_column(const struct qp_table *table, const char *title)
{
    char own[TITLE];
    uint32_t column = 0;
    while (column < table->column_count && strcmp(title_of(table, column, false, own), title) != 0)
        column++;
    return column;
}

void qp_table_keep(struct qp_table *table, const char *title)
{
    uint32_t column = find_column(table, title);
    if (column < table->column_count)
        table->key[column] = true;
}

static bool is_same(const struct qp_cell *cell, const struct qp_cell *other, bool programs)
{
    return strcmp(cell->text, other->text) == 0 && (!programs || cell->number == other->number);
}

static bool columns_are_same(const struct qp_table *table, uint32_t column, uint32_t other, bool programs)
{
    const char *at = table->bytes;
    for (uint64_t row = 0; row < qp_table_rows(table); row++) {
        struct qp_cell cells[QP_TABLE_COLUMNS];
        for (uint32_t i = 0; i < table->column_count; i++)
            at = qp_table_read(at, &cells[i]);
        if (!is_same(&cells[column], &cells[other], programs))
            return false;
    }
    return true;
}

static void drop(struct qp_table *table, uint32_t column)
{
    const char *at = table->bytes;
    char *to = table->bytes;
    for (uint64_t i = 0; i < table->cells; i++) {
        struct qp_cell cell;
        const char *next = qp_table_read(at, &cell);
        if (i % table->column_count != column) {
            memmove(to, at, (size_t)(next - at));
            to += next - at;
        }
        at = next;
    }
    table->used = (size_t)(to - table->bytes);
    table->cells = qp_table_rows(table) * (table->column_count - 1);
    table->column_count--;
    for (uint32_t i = column; i < table->column_count; i++) {
        table->titles[i] = table->titles[i + 1];
        table->left[i] = table->left[i + 1];
        table->key[i] = table->key[i + 1];
        table->hidden[i] = table->hidden[i + 1];
    }
}

void qp_table_drop_same(struct qp_table *table, const char *title, const char *other, const struct qp_stream *stream)
{
    uint32_t column = find_column(table, title), same = find_column(table, other);
    if (table->failed || !table->cells || column == table->column_count || same == table->column_count)
        return;
    if (columns_are_same(table, column, same, stream->programs))
        drop(table, column);
}

/* ---- for people -------------------------------------------------------------------------------------------------- */

/* Return true if the unit of a time has one letter ("s"). That letter is aligned with the first letter of longer
 * units. */
static bool has_short_unit(const struct qp_cell *cell, const char *shown)
{
    size_t length = strlen(shown);
    return cell->kind == QP_CELL_TIME && length > 2 && shown[length - 2] == ' ';
}

struct widths {
    struct qp_fit fit;
    bool pads_seconds[QP_TABLE_COLUMNS]; /* the column also has units longer than "s", so a blank follows each "s" */
};

static void measure(const struct qp_table *table, struct widths *widths)
{
    size_t with_seconds[QP_TABLE_COLUMNS] = {0};
    char title[TITLE];
    const char *at = table->bytes;
    *widths = (struct widths){.fit = {.count = table->column_count}};
    for (uint32_t i = 0; i < table->column_count; i++) {
        widths->fit.text[i] = table->left[i];
        widths->fit.key[i] = table->key[i];
        widths->fit.hidden[i] = table->hidden[i];
        widths->fit.blank[i] = true;
        widths->fit.widths[i] = qp_text_width(title_of(table, i, false, title));
    }
    for (uint64_t i = 0; i < qp_table_rows(table) * table->column_count; i++) {
        struct qp_cell cell;
        uint32_t column = (uint32_t)(i % table->column_count);
        at = qp_table_read(at, &cell);
        const char *shown = cell.text;
        widths->fit.blank[column] &= !*shown;
        size_t front = table->left[column] ? qp_fit_front(shown) : 0;
        if (front > widths->fit.fronts[column])
            widths->fit.fronts[column] = front;
        size_t width = qp_text_width(shown), *widest = &widths->fit.widths[column];
        if (has_short_unit(&cell, shown))
            widest = &with_seconds[column];
        else
            widths->pads_seconds[column] |= cell.kind == QP_CELL_TIME && *shown;
        *widest = width > *widest ? width : *widest;
    }
    for (uint32_t i = 0; i < table->column_count; i++) {
        size_t width = with_seconds[i] ? with_seconds[i] + widths->pads_seconds[i] : 0;
        widths->fit.widths[i] = width > widths->fit.widths[i] ? width : widths->fit.widths[i];
    }
}

size_t qp_table_last_begins(const struct qp_table *table)
{
    struct widths widths;
    size_t begins = 0;
    measure(table, &widths);
    for (uint32_t i = 0; i + 1 < table->column_count; i++)
        begins += widths.fit.widths[i] + QP_FIT_GAP;
    return begins;
}

/* The line being printed. Blanks are counted and printed only when text follows, so that no line ends with blanks. */
struct line {
    const struct qp_table *table;
    const struct qp_stream *stream;
    struct widths widths;
    size_t blanks;
    struct qp_kept kept; /* of the row */
};

static void print_cell(struct line *line, uint32_t column, const struct qp_cell *cell)
{
    char shortened[QP_FIT_SIZE];
    const struct qp_fit *fit = &line->widths.fit;
    if (!fit->left_out[column]) {
        size_t kept = column == line->kept.column ? line->kept.byte : 0;
        const char *shown = qp_fit_text_with(cell->text, fit->widths[column], kept, shortened);
        size_t behind = line->widths.pads_seconds[column] && has_short_unit(cell, shown);
        size_t padding = fit->widths[column] - qp_text_width(shown) - behind;
        bool left = line->table->left[column];
        line->blanks += left ? 0 : padding;
        if (*shown) {
            for (; line->blanks > 0; line->blanks--)
                putc(' ', line->stream->out);
            qp_stream_put(line->stream, cell->style, shown);
        }
        line->blanks += (left ? padding : behind) + QP_FIT_GAP;
    }
    if (column + 1 < line->table->column_count)
        return;
    putc('\n', line->stream->out);
    line->blanks = 0;
}

static void print_left_out(const struct line *line)
{
    char title[TITLE];
    bool any = false;
    for (uint32_t i = 0; i < line->table->column_count; i++) {
        if (!line->widths.fit.left_out[i] || line->widths.fit.blank[i] || line->widths.fit.hidden[i])
            continue;
        fprintf(line->stream->out, "%s%s", any ? ", " : "columns omitted: ", title_of(line->table, i, false, title));
        any = true;
    }
    if (any)
        putc('\n', line->stream->out);
}

/* Print the table for people. Return false if out of memory. */
static bool print_lines(const struct qp_table *table, const struct qp_stream *stream)
{
    struct line line = {.table = table, .stream = stream};
    const char *at = table->bytes;
    char title[TITLE];
    struct qp_cell cell = {.style = QP_STYLE_BOLD, .text = title};
    measure(table, &line.widths);
    struct qp_kept *kept;
    bool ok = qp_table_fit(table, &line.widths.fit, stream->bounded ? stream->columns : 0, &kept);
    for (uint32_t i = 0; i < table->column_count; i++) {
        title_of(table, i, false, title);
        print_cell(&line, i, &cell);
    }
    for (uint64_t i = 0; i < qp_table_rows(table) * table->column_count; i++) {
        at = qp_table_read(at, &cell);
        line.kept = kept ? kept[i / table->column_count] : (struct qp_kept){0};
        print_cell(&line, (uint32_t)(i % table->column_count), &cell);
    }
    free(kept);
    print_left_out(&line);
    return ok;
}

/* ---- for programs ------------------------------------------------------------------------------------------------ */

static void write_lines(const struct qp_table *table, FILE *out)
{
    const char *at = table->bytes;
    char title[TITLE];
    struct qp_cell cell;
    for (uint32_t i = 0; qp_table_rows(table) && i < table->column_count; i++) {
        at = qp_table_read(at, &cell);
        if (table->hidden[i])
            continue;
        fputs(i ? "\t" : "", out);
        qp_cell_write_title(&cell, title_of(table, i, true, title), out);
    }
    at = table->bytes;
    for (uint64_t i = 0; i < qp_table_rows(table) * table->column_count; i++) {
        uint32_t column = (uint32_t)(i % table->column_count);
        at = qp_table_read(at, &cell);
        if (table->hidden[column])
            continue;
        putc(column ? '\t' : '\n', out);
        qp_cell_write(&cell, out);
    }
    fputs(qp_table_rows(table) ? "\n" : "", out);
}

bool qp_table_print(const struct qp_table *table, const struct qp_stream *stream)
{
    bool ok = !table->failed;
    if (stream->programs)
        write_lines(table, stream->programs);
    else
        ok &= print_lines(table, stream);
    return ok;
}

bool qp_table_finish(struct qp_table *table, const struct qp_stream *stream, const char *none)
{
    bool ok = !table->failed;
    if (stream->rows)
        *stream->rows += qp_table_rows(table);
    if (!qp_table_is_empty(table))
        ok &= qp_table_print(table, stream);
    else if (none && ok)
        fprintf(stream->out, "%s\n", none);
    qp_table_fini(table);
    return ok;
}
