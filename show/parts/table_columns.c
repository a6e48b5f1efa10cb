#include "show/parts/table_columns.h"

#include "show/parts/table_reading.h"

#include <string.h>

static uint32_t find_column(const struct qp_table *table, const char *title)
{
    char own[QP_TABLE_TITLE];
    uint32_t column = 0;
    while (column < table->column_count && strcmp(qp_table_title(table, column, false, own), title) != 0)
        column++;
    return column;
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
