#include "show/parts/table_reading.h"

#include <string.h>

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

const char *qp_table_title(const struct qp_table *table, uint32_t column, bool programs, char title[QP_TABLE_TITLE])
{
    const char *begin = table->words + table->titles[column], *end = begin + strcspn(begin, "|"),
               *other = begin + strcspn(begin, ";|");
    if (programs && other < end)
        begin = other + 1;
    else
        end = other;
    snprintf(title, QP_TABLE_TITLE, "%.*s", (int)(end - begin), begin);
    return title;
}
