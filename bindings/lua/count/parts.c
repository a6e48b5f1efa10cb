#include "bindings/lua/count/parts.h"

#include <string.h>

/* Most instructions between absolute lines: Lua searches for them in steps of 128. */
#define MOST_DIFFERENCES 100

/* Value of a line difference if the line is in the table of absolute lines. */
#define ABSOLUTE (-0x80)

/* Name of our registers, like those of a loop, so that Lua still finds the names of the others. */
static const struct qlua_body_string hidden_name = {
    .tag = 0x04, .marked = QLUA_BODY_BLACK, .length = 9, .bytes = "(counter)"};

struct qlua_parts qlua_parts_of(const struct qlua_body *body)
{
    return (struct qlua_parts){.constants = body->constants,
                               .code = body->code,
                               .lines = body->lines,
                               .absolutes = body->absolutes,
                               .locals = body->locals,
                               .constant_count = body->constant_count,
                               .code_count = body->code_count,
                               .line_count = body->line_count,
                               .absolute_count = body->absolute_count,
                               .local_count = body->local_count,
                               .registers = body->registers};
}

void qlua_parts_install(const struct qlua_parts *parts, struct qlua_body *body)
{
    body->constants = parts->constants;
    body->code = parts->code;
    body->lines = parts->lines;
    body->absolutes = parts->absolutes;
    body->locals = parts->locals;
    body->constant_count = parts->constant_count;
    body->code_count = parts->code_count;
    body->line_count = parts->line_count;
    body->absolute_count = parts->absolute_count;
    body->local_count = parts->local_count;
    body->registers = parts->registers;
}

/* Write line differences, and absolute lines unless `absolutes` is NULL. Return the number of absolute lines: few
 * functions have any. */
static int write_lines(const struct qlua_rewritten *r, int line, signed char *lines, struct qlua_body_line *absolutes)
{
    int count = 0;
    int since = 0;
    for (int i = 0; i < r->count; i++) {
        int difference = r->line_of[i] - line;
        bool absolute = difference >= -ABSOLUTE || difference <= ABSOLUTE || since == MOST_DIFFERENCES;
        line = r->line_of[i];
        lines[i] = (signed char)(absolute ? ABSOLUTE : difference);
        if (absolutes && absolute)
            absolutes[count] = (struct qlua_body_line){i, line};
        count += absolute;
        since = absolute ? 0 : since + 1;
    }
    return count;
}

static void write_locals(struct qlua_body_local *locals, const struct qlua_rewritten *r, const struct qlua_body *body)
{
    int parameters = body->parameters < body->local_count ? body->parameters : body->local_count;
    for (int i = 0; i < body->local_count; i++) {
        struct qlua_body_local local = body->locals[i];
        local.begin = local.begin < body->code_count ? r->arrival[local.begin] : r->count;
        local.end = local.end < body->code_count ? r->arrival[local.end] : r->count;
        locals[i < parameters ? i : i + r->hidden] = local;
    }
    for (int i = 0; i < r->hidden; i++)
        locals[parameters + i] = (struct qlua_body_local){&hidden_name, 1, r->count};
}

static void *allocate_block(const struct qlua_allocator *allocator, int count, size_t size)
{
    return qlua_allocator_allocate(allocator, ((size_t)count + 1) * size);
}

bool qlua_parts_make(struct qlua_parts *parts, const struct qlua_rewritten *r, const struct qlua_body *body,
                     const struct qlua_body_value *constants, const struct qlua_allocator *allocator)
{
    bool lines = r->line_of != NULL;
    *parts = (struct qlua_parts){.constant_count = body->constant_count + r->constants,
                                 .code_count = r->count,
                                 .line_count = lines ? r->count : 0,
                                 .local_count = body->local_count ? body->local_count + r->hidden : 0,
                                 .registers = (unsigned char)(body->registers + r->hidden + r->above)};
    parts->constants = allocate_block(allocator, parts->constant_count, sizeof *parts->constants);
    parts->code = allocate_block(allocator, parts->code_count, sizeof *parts->code);
    parts->lines =
        lines ? allocate_block(allocator, parts->line_count, sizeof *parts->lines) : NULL; /* Lua asks for NULL */
    if (parts->lines)
        parts->absolute_count = write_lines(r, body->line_defined, parts->lines, NULL);
    parts->absolutes = allocate_block(allocator, parts->absolute_count, sizeof *parts->absolutes);
    parts->locals = allocate_block(allocator, parts->local_count, sizeof *parts->locals);
    if (!parts->constants || !parts->code || (lines && !parts->lines) || !parts->absolutes || !parts->locals) {
        qlua_parts_free(parts, allocator);
        *parts = (struct qlua_parts){0};
        return false;
    }
    memcpy(parts->code, r->code, (size_t)r->count * sizeof *r->code);
    if (body->constant_count)
        memcpy(parts->constants, body->constants, (size_t)body->constant_count * sizeof *constants);
    memcpy(parts->constants + body->constant_count, constants, (size_t)r->constants * sizeof *constants);
    if (parts->absolute_count)
        write_lines(r, body->line_defined, parts->lines, parts->absolutes);
    if (body->local_count)
        write_locals(parts->locals, r, body);
    return true;
}

static void free_block(const struct qlua_allocator *allocator, void *block, int count, size_t size)
{
    qlua_allocator_free(allocator, block, ((size_t)count + 1) * size);
}

void qlua_parts_free(const struct qlua_parts *parts, const struct qlua_allocator *allocator)
{
    free_block(allocator, parts->constants, parts->constant_count, sizeof *parts->constants);
    free_block(allocator, parts->code, parts->code_count, sizeof *parts->code);
    free_block(allocator, parts->lines, parts->line_count, sizeof *parts->lines);
    free_block(allocator, parts->absolutes, parts->absolute_count, sizeof *parts->absolutes);
    free_block(allocator, parts->locals, parts->local_count, sizeof *parts->locals);
}
