#include "bindings/jvm/class/code.h"

#include <stdlib.h>

#include "bindings/jvm/class/line_starts.h"

#define MOST_SIZE 65535u

static const char damaged[] = "damaged code";
static const char no_memory[] = "no memory";

struct qjvm_attribute qjvm_attribute_read(struct qjvm_cursor *cursor, const struct qjvm_pool *pool)
{
    unsigned name_index = qjvm_read_u2(cursor);
    size_t size = qjvm_read_u4(cursor);
    const unsigned char *bytes = qjvm_read_bytes(cursor, size);
    struct qjvm_text name = qjvm_pool_utf8(pool, name_index);
    cursor->past_end |= !name.bytes;
    return (struct qjvm_attribute){name_index, name, {bytes, bytes ? size : 0, false}};
}

unsigned qjvm_code_next(const struct qjvm_code *code, unsigned offset)
{
    do
        offset++;
    while (offset < code->size && !code->begins[offset]);
    return offset;
}

static int compare(const void *left, const void *right)
{
    unsigned a = *(const unsigned *)left, b = *(const unsigned *)right;
    return (a > b) - (a < b);
}

int qjvm_code_successors(const struct qjvm_code *code, unsigned offset, unsigned *successors)
{
    struct qjvm_targets targets = qjvm_targets_of(code->bytes, offset);
    int count = 0, different = 0;
    if (qjvm_instruction_falls_through(qjvm_instruction_operation(code->bytes, offset)))
        successors[count++] = qjvm_code_next(code, offset);
    for (unsigned i = 0; i < targets.count; i++)
        successors[count++] = (unsigned)qjvm_targets_offset(&targets, code->bytes, offset, i);
    qsort(successors, (size_t)count, sizeof *successors, compare);
    for (int i = 0; i < count; i++)
        if (different == 0 || successors[i] != successors[different - 1])
            successors[different++] = successors[i];
    return different;
}

struct qjvm_exception qjvm_code_exception(const struct qjvm_code *code, unsigned number)
{
    const unsigned char *entry = code->exceptions + 8 * (size_t)number;
    return (struct qjvm_exception){qjvm_get_u2(entry), qjvm_get_u2(entry + 2), qjvm_get_u2(entry + 4),
                                   qjvm_get_u2(entry + 6)};
}

static bool find_instructions(struct qjvm_code *code)
{
    unsigned last = 0;
    for (unsigned offset = 0; offset < code->size;) {
        unsigned length = qjvm_instruction_length(code->bytes, code->size, offset);
        if (length == 0)
            return false;
        code->begins[offset] = true;
        last = offset;
        offset += length;
    }
    return !qjvm_instruction_falls_through(qjvm_instruction_operation(code->bytes, last));
}

static bool jumps_are_valid(const struct qjvm_code *code)
{
    for (unsigned offset = 0; offset < code->size; offset = qjvm_code_next(code, offset)) {
        struct qjvm_targets targets = qjvm_targets_of(code->bytes, offset);
        for (unsigned i = 0; i < targets.count; i++) {
            int64_t target = qjvm_targets_offset(&targets, code->bytes, offset, i);
            if (target < 0 || target >= code->size || !code->begins[target])
                return false;
        }
    }
    return true;
}

static bool exceptions_are_valid(const struct qjvm_code *code)
{
    for (unsigned i = 0; i < code->exception_count; i++) {
        struct qjvm_exception exception = qjvm_code_exception(code, i);
        if (exception.from >= exception.until || exception.until > code->size || !code->begins[exception.from] ||
            (exception.until < code->size && !code->begins[exception.until]) || exception.handler >= code->size ||
            !code->begins[exception.handler])
            return false;
    }
    return true;
}

/* Read a LineNumberTable. Ignore a line whose offset is not the start of an instruction, because the line cannot be
 * counted. */
static bool read_lines(const struct qjvm_code *code, struct qjvm_cursor table, int *line_at)
{
    unsigned count = qjvm_read_u2(&table);
    for (unsigned i = 0; i < count; i++) {
        unsigned offset = qjvm_read_u2(&table);
        unsigned line = qjvm_read_u2(&table);
        if (offset < code->size && code->begins[offset] && line_at[offset] < 0)
            line_at[offset] = (int)line;
    }
    return qjvm_cursor_done(&table);
}

static const char *store_lines(struct qjvm_code *code, const int *line_at)
{
    code->lines = malloc(code->size * sizeof *code->lines);
    if (!code->lines)
        return no_memory;
    for (unsigned offset = 0; offset < code->size; offset++)
        if (line_at[offset] >= 0)
            code->lines[code->line_count++] = (struct qjvm_line){(int)offset, line_at[offset]};
    return NULL;
}

static const char *read_attributes(struct qjvm_code *code, int *line_at)
{
    struct qjvm_cursor cursor = code->attributes;
    unsigned frames = 0;
    for (unsigned offset = 0; offset < code->size; offset++)
        line_at[offset] = -1;
    for (unsigned i = 0; i < code->attribute_count && !cursor.past_end; i++) {
        struct qjvm_attribute attribute = qjvm_attribute_read(&cursor, code->pool);
        if (qjvm_text_is(attribute.name, "LineNumberTable") && !read_lines(code, attribute.content, line_at))
            return "damaged lines";
        frames += qjvm_text_is(attribute.name, "StackMapTable");
    }
    if (!qjvm_cursor_done(&cursor) || frames > 1)
        return damaged;
    return qjvm_line_starts_add(code->bytes, code->size, line_at) ? store_lines(code, line_at) : no_memory;
}

static const char *parse(struct qjvm_code *code)
{
    code->begins = calloc(code->size, sizeof *code->begins);
    int *line_at = malloc(code->size * sizeof *line_at);
    const char *why = no_memory;
    if (code->begins && line_at) {
        bool valid = find_instructions(code) && jumps_are_valid(code) && exceptions_are_valid(code);
        why = valid ? read_attributes(code, line_at) : damaged;
    }
    free(line_at);
    return why;
}

/* Find the parts of the attribute Code. Return false if they exceed its content. */
static bool split(struct qjvm_code *code, const struct qjvm_pool *pool, struct qjvm_cursor content)
{
    *code = (struct qjvm_code){.pool = pool};
    code->max_stack = qjvm_read_u2(&content);
    code->max_locals = qjvm_read_u2(&content);
    code->size = qjvm_read_u4(&content);
    code->bytes = qjvm_read_bytes(&content, code->size);
    code->exception_count = qjvm_read_u2(&content);
    code->exceptions = qjvm_read_bytes(&content, 8 * (size_t)code->exception_count);
    code->attribute_count = qjvm_read_u2(&content);
    code->attributes = content;
    return !content.past_end;
}

bool qjvm_code_has_names(const struct qjvm_pool *pool, struct qjvm_cursor content)
{
    struct qjvm_code code;
    bool named = true;
    if (!split(&code, pool, content))
        return true;
    for (unsigned i = 0; i < code.attribute_count && named && !code.attributes.past_end; i++)
        named = qjvm_attribute_read(&code.attributes, pool).name.bytes;
    return named;
}

const char *qjvm_code_init(struct qjvm_code *code, const struct qjvm_pool *pool, struct qjvm_cursor content)
{
    if (!split(code, pool, content) || code->size == 0 || code->size > MOST_SIZE)
        return damaged;
    const char *why = parse(code);
    if (why)
        qjvm_code_fini(code);
    return why;
}

void qjvm_code_fini(struct qjvm_code *code)
{
    free(code->begins);
    free(code->lines);
    *code = (struct qjvm_code){0};
}
