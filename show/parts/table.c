#include "show/parts/table.h"

#include "profile/query/interval.h"

#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

void qp_table_init_some(struct qp_table *table, const char *titles, const bool has[])
{
    *table = (struct qp_table){0};
    snprintf(table->words, sizeof table->words, "%s", titles);
    const char *at = table->words;
    for (bool more = true; more; at += more) {
        table->left[table->column_count] = *at == '-';
        at += *at == '-';
        table->key[table->column_count] = *at == '*';
        table->hidden[table->column_count] = *at == '+';
        at += *at == '*' || *at == '+';
        table->titles[table->column_count] = (uint32_t)(at - table->words);
        at += strcspn(at, "|");
        table->skipped[table->given] = has && !has[table->given];
        table->column_count += !table->skipped[table->given++];
        more = *at && table->given < QP_TABLE_COLUMNS;
    }
}

void qp_table_init(struct qp_table *table, const char *titles)
{
    qp_table_init_some(table, titles, NULL);
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

void qp_table_add_cell(struct qp_table *table, const struct qp_cell *cell)
{
    char room[QP_CELL_SIZE];
    const struct qp_table_head head = {(uint8_t)cell->kind, (uint8_t)cell->style, (uint8_t)cell->marks};
    const uint64_t numbers[] = {cell->number, cell->whole};
    uint32_t column = table->column;
    table->column = column + 1 < table->given ? column + 1 : 0;
    if (table->skipped[column])
        return;
    const char *shown = qp_cell_show(cell, room);
    size_t length = strlen(shown) + 1, counted = cell->kind == QP_CELL_TEXT ? 0 : sizeof numbers;
    if (table->failed || !make_room(table, sizeof head + counted + length)) {
        table->failed = true;
        return;
    }
    char *at = table->bytes + table->used;
    memcpy(at, &head, sizeof head);
    memcpy(at + sizeof head, numbers, counted);
    memcpy(at + sizeof head + counted, shown, length);
    table->used += sizeof head + counted + length;
    table->estimated |= (cell->marks & QP_CELL_ESTIMATE) != 0;
    table->cells++;
}

void qp_table_add(struct qp_table *table, enum qp_style style, const char *text)
{
    qp_table_add_cell(table, &(struct qp_cell){.style = style, .text = text});
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
    qp_table_add_cell(table, &(struct qp_cell){.kind = QP_CELL_COUNT, .number = count});
}

void qp_table_add_some(struct qp_table *table, uint64_t count)
{
    qp_table_add_cell(table, &(struct qp_cell){.kind = QP_CELL_COUNT, .marks = QP_CELL_SOME, .number = count});
}

void qp_table_add_time(struct qp_table *table, enum qp_style style, uint64_t ns, unsigned marks)
{
    qp_table_add_cell(table, &(struct qp_cell){.kind = QP_CELL_TIME, .style = style, .marks = marks, .number = ns});
}

void qp_table_add_share(struct qp_table *table, enum qp_style style, uint64_t part, uint64_t whole)
{
    qp_table_add_cell(table, &(struct qp_cell){.kind = QP_CELL_SHARE, .style = style, .number = part, .whole = whole});
}

void qp_table_add_interval(struct qp_table *table, uint64_t part, uint64_t whole, uint64_t samples)
{
    struct qp_interval interval = {0, 0};
    if (samples == 0) {
        qp_table_add(table, QP_STYLE_PLAIN, "");
        return;
    }
    if (!table->skipped[table->column]) /* do not compute an interval that is not shown, because that is slow */
        interval = qp_interval_of(part, whole, samples);
    qp_table_add_cell(table, &(struct qp_cell){.kind = QP_CELL_SHARES,
                                               .number = (uint64_t)(interval.low * 1e6 + 0.5),
                                               .whole = (uint64_t)(interval.high * 1e6 + 0.5)});
}

void qp_table_add_part(struct qp_table *table, uint64_t part, uint64_t whole)
{
    qp_table_add_cell(table, &(struct qp_cell){.kind = QP_CELL_PART, .number = part, .whole = whole});
}

void qp_table_add_change_of(struct qp_table *table, enum qp_cell_kind kind, enum qp_style style, int64_t change)
{
    qp_table_add_cell(table, &(struct qp_cell){.kind = kind,
                                               .style = style,
                                               .marks = change < 0 ? QP_CELL_LESS : QP_CELL_MORE,
                                               .number = change < 0 ? -(uint64_t)change : (uint64_t)change});
}

void qp_table_add_change(struct qp_table *table, enum qp_style style, int64_t count)
{
    qp_table_add_change_of(table, QP_CELL_COUNT, style, count);
}

bool qp_table_is_empty(const struct qp_table *table)
{
    return table->cells == 0;
}
