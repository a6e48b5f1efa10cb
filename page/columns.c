#include "page/columns.h"

#include "profile/load/model.h"

#include <endian.h>
#include <stdlib.h>
#include <string.h>

/* Return space for `size` more bytes in a column; NULL if out of memory. */
static unsigned char *room(struct qp_columns *table, struct qp_column *column, size_t size)
{
    if (table->failed)
        return NULL;
    if (column->capacity - column->size < size) {
        size_t capacity = 2 * column->capacity + size + 64;
        unsigned char *grown = realloc(column->bytes, capacity);
        table->failed = !grown;
        if (!grown)
            return NULL;
        column->bytes = grown;
        column->capacity = capacity;
    }
    return column->bytes + column->size;
}

static void add_bytes(struct qp_columns *table, struct qp_column *column, const void *bytes, size_t size)
{
    unsigned char *at = size ? room(table, column, size) : NULL;
    if (!at)
        return;
    memcpy(at, bytes, size);
    column->size += size;
}

static void add_number(struct qp_columns *table, struct qp_column *column, uint64_t value)
{
    unsigned char *at = room(table, column, 10);
    if (!at)
        return;
    column->any |= value != 0;
    for (; value >= 128; value >>= 7)
        *at++ = (unsigned char)(value | 128);
    *at++ = (unsigned char)value;
    column->size = (size_t)(at - column->bytes);
}

static void add_delta(struct qp_columns *table, struct qp_column *column, uint64_t value)
{
    uint64_t step = value - column->last;
    column->last = value;
    add_number(table, column, step << 1 ^ (uint64_t)((int64_t)step >> 63));
}

static void add_text(struct qp_columns *table, struct qp_column *column, const char *text)
{
    size_t length = text ? strlen(text) : 0;
    add_number(table, column, length);
    add_bytes(table, column, text, length);
}

static void add_real(struct qp_columns *table, struct qp_column *column, double value)
{
    uint64_t bits;
    memcpy(&bits, &value, sizeof bits);
    column->any |= bits != 0;
    bits = htole64(bits);
    add_bytes(table, column, &bits, sizeof bits);
}

static void add_cell(struct qp_columns *table, struct qp_column *column, enum qp_cell_type type, const void *cell)
{
    switch (type) {
    case QP_CELL_uint:
        add_number(table, column, *(const qp_cell_uint *)cell);
        break;
    case QP_CELL_delta:
        add_delta(table, column, *(const qp_cell_delta *)cell);
        break;
    case QP_CELL_row:
        add_number(table, column, *(const qp_cell_row *)cell == QP_NONE ? 0 : *(const qp_cell_row *)cell + UINT64_C(1));
        break;
    case QP_CELL_text:
        add_text(table, column, *(const qp_cell_text *)cell);
        break;
    case QP_CELL_real:
        add_real(table, column, *(const qp_cell_real *)cell);
        break;
    }
}

void qp_columns_add(struct qp_columns *table, const struct qp_schema *schema, const void *row)
{
    for (uint32_t i = 0; i < schema->count; i++)
        add_cell(table, &table->columns[i], schema->columns[i].type, (const char *)row + (size_t)i * QP_CELL);
    table->rows++;
}

void qp_columns_fini(struct qp_columns *table)
{
    for (uint32_t i = 0; i < QP_COLUMNS; i++)
        free(table->columns[i].bytes);
    *table = (struct qp_columns){0};
}
