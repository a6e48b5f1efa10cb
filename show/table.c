#include "show/table.h"

#include "base/number.h"

#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

void qp_table_init(struct qp_table *table, const char *titles)
{
    *table = (struct qp_table){.column_count = 1};
    for (const char *at = titles; *at; at++)
        table->column_count += *at == '|';
    for (uint32_t i = 0; i < table->column_count; i++) {
        table->left[i] = *titles == '-';
        titles += table->left[i];
        int length = (int)strcspn(titles, "|");
        qp_table_addf(table, QP_STYLE_BOLD, "%.*s", length, titles);
        titles += length + 1;
    }
}

void qp_table_fini(struct qp_table *table)
{
    free(table->bytes);
}

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

void qp_table_add(struct qp_table *table, enum qp_style style, const char *text)
{
    size_t length = strlen(text) + 1;
    if (table->failed || !make_room(table, length + 1)) {
        table->failed = true;
        return;
    }
    uint32_t column = table->column;
    table->column = column + 1 < table->column_count ? column + 1 : 0;
    table->cells++;
    size_t width = qp_text_width(text);
    if (width > table->widths[column])
        table->widths[column] = width;
    table->bytes[table->used++] = (char)style;
    memcpy(table->bytes + table->used, text, length);
    table->used += length;
}

void qp_table_add_count(struct qp_table *table, uint64_t count)
{
    qp_table_add(table, QP_STYLE_PLAIN, qp_number_count(count).text);
}

void qp_table_add_text(struct qp_table *table, enum qp_style style, struct qp_text text)
{
    char shown[1000];
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

/* Blanks wait until something follows them, so that no line ends in some. */
static void print_cell(const struct qp_table *table, const struct qp_stream *stream, uint32_t column, const char *text,
                       enum qp_style style, int *blanks)
{
    bool last = column + 1 == table->column_count;
    bool left = table->left[column];
    int padding = last && left ? 0 : (int)(table->widths[column] - qp_text_width(text));
    if (!left)
        *blanks += padding;
    if (*text) {
        while (*blanks > 0) {
            putc(' ', stream->out);
            --*blanks;
        }
        qp_stream_put(stream, style, text);
    }
    *blanks += (left ? padding : 0) + 2;
    if (last) {
        fputc('\n', stream->out);
        *blanks = 0;
    }
}

bool qp_table_print(const struct qp_table *table, const struct qp_stream *stream)
{
    const char *at = table->bytes;
    uint32_t column = 0;
    int blanks = 0;
    for (uint32_t i = 0; i < table->cells - table->column; i++) {
        enum qp_style style = (enum qp_style) * at++;
        print_cell(table, stream, column, at, style, &blanks);
        column = column + 1 < table->column_count ? column + 1 : 0;
        at += strlen(at) + 1;
    }
    return !table->failed;
}

bool qp_table_is_empty(const struct qp_table *table)
{
    return table->cells <= table->column_count;
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
