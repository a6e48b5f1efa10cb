#include "show/parts/table_fit.h"

#include "base/hash.h"
#include "base/order.h"

#include <stdlib.h>
#include <string.h>

/* ---- stored cells ------------------------------------------------------------------------------------------------ */

const char *qp_table_read(const char *at, struct qp_cell *cell)
{
    struct qp_table_head head;
    uint64_t numbers[2] = {0};
    memcpy(&head, at, sizeof head);
    at += sizeof head;
    if (head.kind != QP_CELL_TEXT) {
        memcpy(numbers, at, sizeof numbers);
        at += sizeof numbers;
    }
    *cell = (struct qp_cell){
        (enum qp_cell_kind)head.kind, (enum qp_style)head.style, head.marks, numbers[0], numbers[1], at};
    return at + strlen(at) + 1;
}

uint64_t qp_table_rows(const struct qp_table *table)
{
    return table->cells / table->column_count;
}

static const char *text_of(const struct qp_table *table, const char *row, uint32_t column)
{
    struct qp_cell cell = {.text = ""};
    for (uint32_t i = 0; i <= column && i < table->column_count; i++)
        row = qp_table_read(row, &cell);
    return cell.text;
}

/* ---- rows that look alike ---------------------------------------------------------------------------------------- */

struct row {
    uint64_t look; /* hash of the visible texts and keys */
    uint32_t index;
    const char *cells;
};

struct rows {
    const struct qp_table *table;
    struct row *items; /* sorted by look */
    uint32_t count;
};

static int by_look(const void *left, const void *right)
{
    const struct row *a = left, *b = right;
    return QP_ORDER({a->look, b->look}, {a->index, b->index});
}

/* Find out what the rows look like with these widths. */
static void look(const struct rows *rows, const struct qp_fit *fit)
{
    char shortened[QP_FIT_SIZE];
    const char *at = rows->table->bytes;
    for (uint32_t i = 0; i < rows->count; i++) {
        rows->items[i] = (struct row){.index = i, .cells = at};
        for (uint32_t column = 0; column < fit->count; column++) {
            struct qp_cell cell;
            at = qp_table_read(at, &cell);
            if (fit->left_out[column] || !(fit->text[column] || fit->key[column]))
                continue;
            const char *shown = qp_fit_text(cell.text, fit->widths[column], shortened);
            rows->items[i].look = qp_hash_key(rows->items[i].look + column + qp_hash_bytes(shown, strlen(shown)));
        }
    }
    qp_sort(rows->items, rows->count, sizeof *rows->items, by_look);
}

/* Return the end of the rows that look like the row at `begin`. */
static uint32_t end_of_alike(const struct rows *rows, uint32_t begin)
{
    uint32_t end = begin + 1;
    while (end < rows->count && rows->items[end].look == rows->items[begin].look)
        end++;
    return end;
}

static bool differs(const struct rows *rows, uint32_t row, uint32_t other, uint32_t column)
{
    return strcmp(text_of(rows->table, rows->items[row].cells, column),
                  text_of(rows->table, rows->items[other].cells, column)) != 0;
}

/* Return the first shown text in which two rows differ; the number of columns if there is none. */
static uint32_t different_column(const struct rows *rows, uint32_t row, uint32_t other, const struct qp_fit *fit)
{
    uint32_t column = 0;
    while (column < fit->count && (fit->left_out[column] || !fit->text[column] || !differs(rows, row, other, column)))
        column++;
    return column;
}

/* Return true if an omitted column distinguishes rows that look alike. A hidden column is needed only for rows whose
 * shown texts are the same before they are shortened. */
static bool is_missing(const struct rows *rows, const struct qp_fit *fit, uint32_t column)
{
    for (uint32_t i = 1; i < rows->count; i++) {
        if (rows->items[i].look == rows->items[i - 1].look && differs(rows, i, i - 1, column) &&
            (!fit->hidden[column] || different_column(rows, i, i - 1, fit) == fit->count))
            return true;
    }
    return false;
}

/* Find an omitted column that distinguishes rows which look alike without it. Return the last such column of texts
 * that is not hidden, or else the first such hidden column. If there is neither, return the number of columns. */
static uint32_t missing_column(const struct rows *rows, const struct qp_fit *fit)
{
    for (uint32_t column = fit->count; column-- > 0;) {
        if (fit->left_out[column] && fit->text[column] && !fit->hidden[column] && is_missing(rows, fit, column))
            return column;
    }
    uint32_t column = 0;
    while (column < fit->count && !(fit->left_out[column] && fit->hidden[column] && is_missing(rows, fit, column)))
        column++;
    return column;
}

/* ---- texts that differ in their omitted part --------------------------------------------------------------------- */

struct part {
    const char *text;
    uint32_t row;
};

static int by_text(const void *left, const void *right)
{
    const struct part *a = left, *b = right;
    int order = strcmp(a->text, b->text);
    return order ? order : QP_ORDER({a->row, b->row});
}

/* Return the offset of the first character in which two texts differ. */
static uint32_t difference(const char *a, const char *b)
{
    uint32_t at = 0;
    while (a[at] && a[at] == b[at])
        at++;
    while (at && ((unsigned char)a[at] & 0xc0) == 0x80)
        at--;
    return at;
}

/* For rows with the same shortened text in a column, but different full texts, set the part of the text that must
 * stay visible. */
static void keep_differences(struct part *parts, uint32_t count, uint32_t column, struct qp_kept *kept)
{
    qp_sort(parts, count, sizeof *parts, by_text);
    for (uint32_t begin = 0, end, before = 0; begin < count; begin = end) {
        for (end = begin + 1; end < count && strcmp(parts[end].text, parts[begin].text) == 0;)
            end++;
        uint32_t after = end < count ? difference(parts[end].text, parts[begin].text) : 0;
        for (uint32_t i = begin; i < end; i++)
            kept[parts[i].row] = (struct qp_kept){column, before > after ? before : after};
        before = after;
    }
}

/* Return the part that must stay in each row, an array that the caller frees; NULL if out of memory. */
static struct qp_kept *keep_parts(const struct rows *rows, const struct qp_fit *fit)
{
    struct part *parts = malloc(((size_t)rows->count + 1) * sizeof *parts);
    struct qp_kept *kept = parts ? calloc((size_t)rows->count + 1, sizeof *kept) : NULL;
    for (uint32_t begin = 0, end; kept && begin < rows->count; begin = end) {
        end = end_of_alike(rows, begin);
        uint32_t column = fit->count;
        for (uint32_t i = begin + 1; i < end && column == fit->count; i++)
            column = different_column(rows, i, i - 1, fit);
        if (column == fit->count)
            continue;
        for (uint32_t i = begin; i < end; i++)
            parts[i - begin] = (struct part){text_of(rows->table, rows->items[i].cells, column), rows->items[i].index};
        keep_differences(parts, end - begin, column, kept);
    }
    free(parts);
    return kept;
}

/* ---- fitting ----------------------------------------------------------------------------------------------------- */

static bool is_shortened(const struct qp_fit *fit, const struct qp_fit *natural)
{
    for (uint32_t i = 0; i < fit->count; i++) {
        if (fit->left_out[i] || fit->widths[i] < natural->widths[i])
            return true;
    }
    return false;
}

bool qp_table_fit(const struct qp_table *table, struct qp_fit *fit, size_t line, struct qp_kept **kept)
{
    struct qp_fit natural = *fit;
    uint64_t count = qp_table_rows(table);
    *kept = NULL;
    qp_fit(fit, line);
    if (!is_shortened(fit, &natural) || count >= UINT32_MAX)
        return true;
    struct rows rows = {table, malloc(((size_t)count + 1) * sizeof *rows.items), (uint32_t)count};
    if (!rows.items)
        return false;
    memcpy(natural.key, fit->key, sizeof natural.key);
    uint32_t missing;
    for (look(&rows, fit); (missing = missing_column(&rows, fit)) < fit->count; look(&rows, fit)) {
        natural.key[missing] = true;
        *fit = natural;
        qp_fit(fit, line);
    }
    *kept = keep_parts(&rows, fit);
    free(rows.items);
    return *kept;
}
