#include "page/columns.h"

#include <endian.h>
#include <stdlib.h>
#include <string.h>

void qp_columns_init(struct qp_columns *table, const char *name, const char *columns)
{
    *table = (struct qp_columns){.name = name};
    while (*columns && table->count < QP_COLUMNS) {
        struct qp_column *column = &table->columns[table->count++];
        size_t length = strcspn(columns, ":"), type = strcspn(columns + length + 1, " ");
        snprintf(column->name, sizeof column->name, "%.*s", (int)length, columns);
        snprintf(column->type, sizeof column->type, "%.*s", (int)type, columns + length + 1);
        columns += length + 1 + type;
        columns += *columns == ' ';
    }
}

void qp_columns_fini(struct qp_columns *table)
{
    for (uint32_t i = 0; i < table->count; i++)
        free(table->columns[i].bytes);
    *table = (struct qp_columns){0};
}

/* Room for so many more bytes; NULL without memory. */
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

static void put(struct qp_columns *table, struct qp_column *column, uint64_t value)
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

void qp_columns_uint(struct qp_columns *table, uint32_t column, uint64_t value)
{
    put(table, &table->columns[column], value);
}

void qp_columns_delta(struct qp_columns *table, uint32_t column, uint64_t value)
{
    struct qp_column *it = &table->columns[column];
    uint64_t step = value - it->last;
    it->last = value;
    put(table, it, step << 1 ^ (uint64_t)((int64_t)step >> 63));
}

void qp_columns_text(struct qp_columns *table, uint32_t column, struct qp_text text)
{
    struct qp_column *it = &table->columns[column];
    put(table, it, text.length);
    unsigned char *at = text.length ? room(table, it, text.length) : NULL;
    if (!at)
        return;
    memcpy(at, text.bytes, text.length);
    it->size += text.length;
}

void qp_columns_string(struct qp_columns *table, uint32_t column, const char *text)
{
    qp_columns_text(table, column, qp_text_of(text));
}

void qp_columns_real(struct qp_columns *table, uint32_t column, double value)
{
    struct qp_column *it = &table->columns[column];
    unsigned char *at = room(table, it, sizeof value);
    uint64_t bits;
    if (!at)
        return;
    memcpy(&bits, &value, sizeof bits);
    it->any |= bits != 0;
    bits = htole64(bits);
    memcpy(at, &bits, sizeof bits);
    it->size += sizeof bits;
}

void qp_columns_uints(struct qp_columns *table, uint32_t first, const uint64_t *values, uint32_t count)
{
    for (uint32_t i = 0; i < count; i++)
        qp_columns_uint(table, first + i, values[i]);
    qp_columns_row(table);
}
