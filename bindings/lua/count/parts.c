#include "bindings/lua/count/parts.h"

#include <string.h>

/* Greatest number of instructions between two absolute lines. Lua expects at least one absolute line in 128
 * instructions. */
#define MOST_DIFFERENCES 100

/* Value stored instead of a line difference if the line itself is in the table of absolute lines. */
#define ABSOLUTE (-0x80)

/* Name of our registers in the list of local variables. They need entries there because Lua finds the variable of a
 * register by its position in the list. Lua's own hidden variables have similar names: "(for state)". */
static const struct qlua_body_string hidden_name = {
    .tag = 0x04, .marked = QLUA_BODY_BLACK, .length = 9, .bytes = "(counter)"};

/* Replace all fields except those of Lua's garbage collector, which belong to the function itself, not to its parts. */
void qlua_parts_install(const struct qlua_body *copy, struct qlua_body *body)
{
    const struct qlua_body own = *body;
    *body = *copy;
    body->next = own.next;
    body->marked = own.marked;
    body->gray = own.gray;
}

/* Write the line differences, and the absolute lines unless `absolutes` is NULL. Return the number of absolute
 * lines, which is 0 for most functions. */
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

bool qlua_parts_make(struct qlua_body *copy, const struct qlua_rewritten *r, const struct qlua_body *body,
                     const struct qlua_body_value *constants, const struct qlua_allocator *allocator)
{
    bool lines = r->line_of != NULL;
    *copy = *body;
    copy->constant_count += r->constants;
    copy->code_count = r->count;
    copy->line_count = lines ? r->count : 0;
    copy->local_count += copy->local_count ? r->hidden : 0;
    copy->registers = (unsigned char)(body->registers + r->hidden + r->above);
    copy->constants = allocate_block(allocator, copy->constant_count, sizeof *copy->constants);
    copy->code = allocate_block(allocator, copy->code_count, sizeof *copy->code);
    copy->lines = lines ? allocate_block(allocator, copy->line_count, sizeof *copy->lines)
                        : NULL; /* Lua expects NULL if there are no lines */
    copy->absolute_count = copy->lines ? write_lines(r, body->line_defined, copy->lines, NULL) : 0;
    copy->absolutes = allocate_block(allocator, copy->absolute_count, sizeof *copy->absolutes);
    copy->locals = allocate_block(allocator, copy->local_count, sizeof *copy->locals);
    if (!copy->constants || !copy->code || (lines && !copy->lines) || !copy->absolutes || !copy->locals) {
        qlua_parts_free(copy, allocator);
        *copy = (struct qlua_body){0};
        return false;
    }
    memcpy(copy->code, r->code, (size_t)r->count * sizeof *r->code);
    if (body->constant_count)
        memcpy(copy->constants, body->constants, (size_t)body->constant_count * sizeof *constants);
    memcpy(copy->constants + body->constant_count, constants, (size_t)r->constants * sizeof *constants);
    if (copy->absolute_count)
        write_lines(r, body->line_defined, copy->lines, copy->absolutes);
    if (body->local_count)
        write_locals(copy->locals, r, body);
    return true;
}

static void free_block(const struct qlua_allocator *allocator, void *block, int count, size_t size)
{
    qlua_allocator_free(allocator, block, ((size_t)count + 1) * size);
}

void qlua_parts_free(const struct qlua_body *copy, const struct qlua_allocator *allocator)
{
    free_block(allocator, copy->constants, copy->constant_count, sizeof *copy->constants);
    free_block(allocator, copy->code, copy->code_count, sizeof *copy->code);
    free_block(allocator, copy->lines, copy->line_count, sizeof *copy->lines);
    free_block(allocator, copy->absolutes, copy->absolute_count, sizeof *copy->absolutes);
    free_block(allocator, copy->locals, copy->local_count, sizeof *copy->locals);
}
