#include "show/table.h"

#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

void qp_table_init(struct qp_table *table, const char *titles)
{
    *table = (struct qp_table){0};
    snprintf(table->words, sizeof table->words, "%s", titles);
    const char *at = table->words;
    for (bool more = true; more; at += more) {
        table->left[table->column_count] = *at == '-';
        at += *at == '-';
        table->titles[table->column_count++] = (uint32_t)(at - table->words);
        at += strcspn(at, "|");
        more = *at && table->column_count < QP_TABLE_COLUMNS;
    }
}

void qp_table_fini(struct qp_table *table)
{
    free(table->bytes);
}

/* ---- adding ------------------------------------------------------------------------------------------------------ */

static bool make_room(struct qp_table *table, size_t more)
{
    if (table->room - table->used >= more)
        return true;
    size_t room = table->room * 2 + more + 1024;
    char *bytes = realloc(table->bytes, room);
    if (!bytes)
        return false;
    table->bytes = bytes;
    table->room = room;
    return true;
}

/* Before a text, or the two numbers of another cell. */
struct head {
    uint8_t kind, style, marks;
};

static void add(struct qp_table *table, const struct qp_cell *cell)
{
    const struct head head = {(uint8_t)cell->kind, (uint8_t)cell->style, (uint8_t)cell->marks};
    const uint64_t numbers[] = {cell->number, cell->whole};
    bool is_text = cell->kind == QP_CELL_TEXT;
    size_t size = is_text ? strlen(cell->text) + 1 : sizeof numbers;
    if (table->failed || !make_room(table, sizeof head + size)) {
        table->failed = true;
        return;
    }
    memcpy(table->bytes + table->used, &head, sizeof head);
    memcpy(table->bytes + table->used + sizeof head, is_text ? cell->text : (const char *)numbers, size);
    table->used += sizeof head + size;
    table->column = table->column + 1 < table->column_count ? table->column + 1 : 0;
    table->cells++;
}

void qp_table_add(struct qp_table *table, enum qp_style style, const char *text)
{
    add(table, &(struct qp_cell){.style = style, .text = text});
}

void qp_table_add_text(struct qp_table *table, enum qp_style style, struct qp_text text)
{
    char shown[16000];
    qp_text_show(text, shown, sizeof shown);
    qp_table_add(table, style, shown);
}

void qp_table_addf(struct qp_table *table, enum qp_style style, const char *format, ...)
{
    char text[1200];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(text, sizeof text, format, arguments);
    va_end(arguments);
    qp_table_add(table, style, text);
}

void qp_table_add_count(struct qp_table *table, uint64_t count)
{
    add(table, &(struct qp_cell){.kind = QP_CELL_COUNT, .number = count});
}

void qp_table_add_some(struct qp_table *table, uint64_t count)
{
    add(table, &(struct qp_cell){.kind = QP_CELL_COUNT, .marks = QP_CELL_SOME, .number = count});
}

void qp_table_add_time(struct qp_table *table, enum qp_style style, uint64_t ns, unsigned marks)
{
    add(table, &(struct qp_cell){.kind = QP_CELL_TIME, .style = style, .marks = marks, .number = ns});
}

void qp_table_add_share(struct qp_table *table, enum qp_style style, uint64_t part, uint64_t whole)
{
    add(table, &(struct qp_cell){.kind = QP_CELL_SHARE, .style = style, .number = part, .whole = whole});
}

void qp_table_add_age(struct qp_table *table, uint64_t ns)
{
    add(table, &(struct qp_cell){.kind = QP_CELL_AGE, .number = ns});
}

void qp_table_add_bytes(struct qp_table *table, uint64_t bytes)
{
    add(table, &(struct qp_cell){.kind = QP_CELL_BYTES, .number = bytes});
}

void qp_table_add_part(struct qp_table *table, uint64_t part, uint64_t whole)
{
    add(table, &(struct qp_cell){.kind = QP_CELL_PART, .number = part, .whole = whole});
}

static struct qp_cell change_of(enum qp_cell_kind kind, enum qp_style style, int64_t change)
{
    return (struct qp_cell){.kind = kind,
                            .style = style,
                            .marks = change < 0 ? QP_CELL_LESS : QP_CELL_MORE,
                            .number = change < 0 ? -(uint64_t)change : (uint64_t)change};
}

void qp_table_add_change(struct qp_table *table, enum qp_style style, int64_t count)
{
    const struct qp_cell cell = change_of(QP_CELL_COUNT, style, count);
    add(table, &cell);
}

void qp_table_add_time_change(struct qp_table *table, enum qp_style style, int64_t ns)
{
    const struct qp_cell cell = change_of(QP_CELL_TIME, style, ns);
    add(table, &cell);
}

void qp_table_add_ratio(struct qp_table *table, enum qp_style style, uint64_t before, uint64_t after)
{
    add(table, &(struct qp_cell){.kind = QP_CELL_RATIO, .style = style, .number = after, .whole = before});
}

void qp_table_add_range(struct qp_table *table, uint64_t least, uint64_t most)
{
    add(table, &(struct qp_cell){.kind = QP_CELL_RANGE, .number = least, .whole = most});
}

bool qp_table_is_empty(const struct qp_table *table)
{
    return table->cells == 0;
}

/* ---- reading ----------------------------------------------------------------------------------------------------- */

/* The cell at a place; returns the place of the next one. */
static const char *read_cell(const char *at, struct qp_cell *cell)
{
    struct head head;
    uint64_t numbers[2];
    memcpy(&head, at, sizeof head);
    at += sizeof head;
    *cell = (struct qp_cell){
        .kind = (enum qp_cell_kind)head.kind, .style = (enum qp_style)head.style, .marks = head.marks, .text = at};
    if (cell->kind == QP_CELL_TEXT)
        return at + strlen(at) + 1;
    memcpy(numbers, at, sizeof numbers);
    cell->number = numbers[0];
    cell->whole = numbers[1];
    return at + sizeof numbers;
}

static uint64_t whole_rows(const struct qp_table *table)
{
    return table->cells / table->column_count;
}

#define TITLE_SIZE 100

/* For people or, behind a ';', for programs. */
static const char *title_of(const struct qp_table *table, uint32_t column, bool programs, char title[TITLE_SIZE])
{
    const char *begin = table->words + table->titles[column], *end = begin + strcspn(begin, "|"),
               *other = begin + strcspn(begin, ";|");
    if (programs && other < end)
        begin = other + 1;
    else
        end = other;
    snprintf(title, TITLE_SIZE, "%.*s", (int)(end - begin), begin);
    return title;
}

/* ---- for people -------------------------------------------------------------------------------------------------- */

/* A unit of one letter stands above the first letter of those with two. */
static bool has_short_unit(const struct qp_cell *cell, const char *shown)
{
    size_t length = strlen(shown);
    return cell->kind == QP_CELL_TIME && length > 2 && shown[length - 2] == ' ';
}

struct widths {
    struct qp_fit fit;
    bool pads_seconds[QP_TABLE_COLUMNS]; /* there are longer units in the column */
};

static void measure(const struct qp_table *table, struct widths *widths)
{
    size_t with_seconds[QP_TABLE_COLUMNS] = {0};
    char title[TITLE_SIZE], room[QP_CELL_SIZE];
    const char *at = table->bytes;
    *widths = (struct widths){.fit = {.count = table->column_count}};
    for (uint32_t i = 0; i < table->column_count; i++) {
        widths->fit.text[i] = table->left[i];
        widths->fit.widths[i] = qp_text_width(title_of(table, i, false, title));
    }
    for (uint64_t i = 0; i < whole_rows(table) * table->column_count; i++) {
        struct qp_cell cell;
        uint32_t column = (uint32_t)(i % table->column_count);
        at = read_cell(at, &cell);
        const char *shown = qp_cell_show(&cell, room);
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

/* Blanks wait until something follows them, so that no line ends in some. */
struct line {
    const struct qp_table *table;
    const struct qp_stream *stream;
    struct widths widths;
    size_t blanks;
};

static void print_cell(struct line *line, uint32_t column, const struct qp_cell *cell)
{
    char room[QP_CELL_SIZE], shortened[QP_FIT_SIZE];
    const struct qp_fit *fit = &line->widths.fit;
    if (!fit->left_out[column]) {
        const char *shown = qp_fit_text(qp_cell_show(cell, room), fit->widths[column], shortened);
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
    char title[TITLE_SIZE];
    bool any = false;
    for (uint32_t i = 0; i < line->table->column_count; i++) {
        if (!line->widths.fit.left_out[i])
            continue;
        fprintf(line->stream->out, "%s%s", any ? ", " : "no room for: ", title_of(line->table, i, false, title));
        any = true;
    }
    if (any)
        putc('\n', line->stream->out);
}

static void print_lines(const struct qp_table *table, const struct qp_stream *stream)
{
    struct line line = {.table = table, .stream = stream};
    const char *at = table->bytes;
    char title[TITLE_SIZE];
    struct qp_cell cell = {.style = QP_STYLE_BOLD, .text = title};
    measure(table, &line.widths);
    qp_fit(&line.widths.fit, stream->bounded ? stream->columns : 0);
    for (uint32_t i = 0; i < table->column_count; i++) {
        title_of(table, i, false, title);
        print_cell(&line, i, &cell);
    }
    for (uint64_t i = 0; i < whole_rows(table) * table->column_count; i++) {
        at = read_cell(at, &cell);
        print_cell(&line, (uint32_t)(i % table->column_count), &cell);
    }
    print_left_out(&line);
}

/* ---- for programs ------------------------------------------------------------------------------------------------ */

static void write_lines(const struct qp_table *table, FILE *out)
{
    const char *at = table->bytes;
    char title[TITLE_SIZE];
    struct qp_cell cell;
    for (uint32_t i = 0; whole_rows(table) && i < table->column_count; i++) {
        at = read_cell(at, &cell);
        qp_cell_write_title(&cell, title_of(table, i, true, title), out);
        putc(i + 1 < table->column_count ? '\t' : '\n', out);
    }
    at = table->bytes;
    for (uint64_t i = 0; i < whole_rows(table) * table->column_count; i++) {
        at = read_cell(at, &cell);
        qp_cell_write(&cell, out);
        putc((i + 1) % table->column_count ? '\t' : '\n', out);
    }
}

bool qp_table_print(const struct qp_table *table, const struct qp_stream *stream)
{
    if (stream->programs)
        write_lines(table, stream->programs);
    else
        print_lines(table, stream);
    return !table->failed;
}

bool qp_table_finish(struct qp_table *table, const struct qp_stream *stream, const char *none)
{
    bool ok = !table->failed;
    if (!qp_table_is_empty(table))
        qp_table_print(table, stream);
    else if (none && ok)
        fprintf(stream->out, "%s\n", none);
    qp_table_fini(table);
    return ok;
}
