#include "bindings/lua/code/prototype.h"

#include <stdlib.h>
#include <string.h>

#include "bindings/lua/code/dump.h"
#include "bindings/lua/code/older.h"
#include "bindings/lua/code/scratch.h"
#include "bindings/kit/strings.h"

/* Value stored instead of a line difference if the line itself is in a separate table of absolute lines, for example
 * because the difference does not fit into a byte. */
#define ABSOLUTE_LINE (-0x80)

/* Deepest nesting that is read. It is beyond the limit of Lua's parser (LUAI_MAXCCALLS), so a dump with deeper
 * nesting is invalid. */
#define DEEPEST 250

enum constant {
    NIL = 0,
#if LUA_VERSION_NUM >= 504
    FALSE = 1,
    TRUE = 0x11,
    INTEGER = 0x03,
    FLOAT = 0x13,
#else
    BOOLEAN = 1,
    FLOAT = 0x03,
    INTEGER = 0x13,
#endif
    SHORT_STRING = 0x04,
    LONG_STRING = 0x14
};

/* Size of an upvalue's description in a dump, in bytes. */
enum { UPVALUE_SIZE = LUA_VERSION_NUM >= 504 ? 3 : 2 };

static void skip_constants(struct qlua_dump *dump)
{
    for (int left = qlua_dump_int(dump); left > 0 && !dump->bad; left--) {
        switch (qlua_dump_byte(dump)) {
#if LUA_VERSION_NUM >= 504
        case FALSE:
        case TRUE:
#else
        case BOOLEAN:
            qlua_dump_byte(dump);
            break;
#endif
        case NIL:
            break;
        case INTEGER:
            qlua_dump_skip(dump, 1, sizeof(lua_Integer));
            break;
        case FLOAT:
            qlua_dump_skip(dump, 1, sizeof(lua_Number));
            break;
        case SHORT_STRING:
        case LONG_STRING:
            qlua_dump_skip_string(dump);
            break;
        default:
            dump->bad = true;
        }
    }
}

#if LUA_VERSION_NUM >= 504

/* Read the line of each instruction. In the dump, the absolute lines follow the line differences. So two cursors
 * read the dump in parallel: `deltas` the differences, `dump` the absolute lines. */
static void read_lines(struct qlua_dump *dump, struct qlua_prototype *p)
{
    int count = qlua_dump_int(dump);
    struct qlua_dump deltas = *dump;
    qlua_dump_skip(dump, (size_t)count, 1);
    int absolute = qlua_dump_int(dump);
    if (dump->bad || !count)
        return;
    p->line_of = count == p->instructions.count ? qlua_scratch((size_t)count * sizeof *p->line_of) : NULL;
    if (!p->line_of) {
        dump->bad = true;
        return;
    }
    int line = p->shape.line_defined;
    for (int i = 0; i < count; i++) {
        signed char delta = (signed char)qlua_dump_byte(&deltas);
        if (delta == ABSOLUTE_LINE) {
            qlua_dump_int(dump); /* skip the number of the instruction: it equals `i` */
            line = qlua_dump_int(dump);
            absolute--;
        } else {
            line += delta;
        }
        p->line_of[i] = line;
    }
    if (absolute != 0)
        dump->bad = true;
}

#else

static void read_lines(struct qlua_dump *dump, struct qlua_prototype *p)
{
    int count = qlua_dump_int(dump);
    if (dump->bad || !count)
        return;
    p->line_of = count == p->instructions.count ? qlua_scratch((size_t)count * sizeof *p->line_of) : NULL;
    if (!p->line_of)
        dump->bad = true;
    for (int i = 0; !dump->bad && i < count; i++)
        p->line_of[i] = qlua_dump_int(dump);
}

#endif

/* Collect the executable lines. Skip the instruction that prepares the arguments of a vararg function, since Lua
 * calls no hook for it. */
static bool find_lines(struct qlua_prototype *p)
{
    if (!p->line_of)
        return true;
    bool *executable = qlua_code_executable(&p->instructions);
    p->lines = qlua_scratch((size_t)p->instructions.count * sizeof *p->lines);
    bool ok = executable && p->lines;
    for (int i = p->shape.vararg && QLUA_API_PREPARES_VARARGS, last = -1; ok && i < p->instructions.count; i++)
        if (executable[i] && p->line_of[i] != last)
            p->lines[p->line_count++] = last = p->line_of[i];
    free(executable);
    return ok;
}

static void read_locals(struct qlua_dump *dump, struct qlua_prototype *p)
{
    int count = qlua_dump_int(dump);
    if (dump->bad || !count)
        return;
    if ((size_t)count <= dump->size - dump->at) /* otherwise the count is wrong: do not allocate */
        p->locals = qlua_scratch((size_t)count * sizeof *p->locals);
    if (!p->locals)
        dump->bad = true;
    while (!dump->bad && p->local_count < count) {
        qlua_dump_skip_string(dump);
        p->locals[p->local_count].begin = qlua_dump_int(dump);
        p->locals[p->local_count++].end = qlua_dump_int(dump);
    }
}

static struct qlua_prototype *append(struct qlua_prototypes *all)
{
    struct qlua_prototype *items = kit_array_more(all->items, (size_t)all->count, sizeof *items);
    if (!items)
        return NULL;
    all->items = items;
    all->items[all->count] = (struct qlua_prototype){0};
    return &all->items[all->count++];
}

static void read_head(struct qlua_dump *dump, struct qlua_prototype *p, struct qlua_dump_code *code)
{
    p->shape.line_defined = qlua_dump_int(dump);
    p->shape.last_line_defined = qlua_dump_int(dump);
    p->shape.parameters = qlua_dump_byte(dump);
    p->shape.vararg = qlua_dump_byte(dump) != 0;
    qlua_dump_byte(dump); /* registers */
    p->code = qlua_dump_code(dump, code);
}

static bool copy_code(struct qlua_prototype *p, const struct qlua_dump *dump, const struct qlua_dump_code *code)
{
    p->instructions.at = dump->bad ? NULL : qlua_scratch((size_t)code->count * sizeof *p->instructions.at + 1);
    if (!p->instructions.at)
        return false;
    memcpy(p->instructions.at, dump->bytes + code->offset, (size_t)code->count * sizeof *p->instructions.at);
    p->instructions.count = code->count;
    if (LUA_VERSION_NUM < 504)
        qlua_older_translate(&p->instructions);
    return true;
}

static void read_function(struct qlua_dump *dump, struct qlua_prototypes *all, int depth)
{
    qlua_dump_skip_string(dump); /* source */
    size_t start = dump->at;
    int index = all->count;
    struct qlua_prototype *p = append(all);
    if (!p || depth > DEEPEST) {
        dump->bad = true;
        return;
    }
    struct qlua_dump_code code;
    read_head(dump, p, &code);
    if (!copy_code(p, dump, &code)) {
        dump->bad = true;
        return;
    }
    skip_constants(dump);
    p->shape.upvalues = qlua_dump_int(dump);
    qlua_dump_skip(dump, (size_t)p->shape.upvalues, UPVALUE_SIZE);
    for (int left = qlua_dump_int(dump); left > 0 && !dump->bad; left--)
        read_function(dump, all, depth + 1);
    p = &all->items[index]; /* the array may have moved */
    read_lines(dump, p);
    read_locals(dump, p);
    for (int left = qlua_dump_int(dump); left > 0 && !dump->bad; left--) /* names of upvalues */
        qlua_dump_skip_string(dump);
    if (!dump->bad && !find_lines(p))
        dump->bad = true;
    if (!dump->bad)
        p->hash = kit_hash(dump->bytes + start, dump->at - start);
}

int qlua_prototypes_read(struct qlua_prototypes *all, lua_State *L)
{
    struct qlua_dump dump;
    qlua_dump_init(&dump, L, false);
    qlua_dump_header(&dump);
    *all = (struct qlua_prototypes){0};
    if (!dump.bad)
        read_function(&dump, all, 0);
    bool good = !dump.bad && dump.at == dump.size;
    qlua_dump_fini(&dump);
    if (good)
        return 0;
    qlua_prototypes_fini(all);
    return -1;
}

int qlua_prototype_variables(const struct qlua_prototype *p, int pc)
{
    int count = 0;
    for (int i = 0; i < p->local_count; i++)
        count += p->locals[i].begin <= pc && pc < p->locals[i].end;
    return count;
}

void qlua_prototypes_fini(struct qlua_prototypes *all)
{
    for (int i = 0; i < all->count; i++) {
        free(all->items[i].lines);
        free(all->items[i].line_of);
        free(all->items[i].locals);
        free(all->items[i].instructions.at);
    }
    free(all->items);
    *all = (struct qlua_prototypes){0};
}

struct qlua_shape qlua_prototype_shape(const lua_Debug *ar)
{
    return (struct qlua_shape){ar->linedefined, ar->lastlinedefined, ar->nparams, ar->nups, ar->isvararg != 0};
}

/* Return the address of the instructions from a dump, and free the dump. Return NULL if the dump is too short. */
static const void *find_code(struct qlua_dump *dump)
{
    struct qlua_prototype p = {0};
    struct qlua_dump_code code;
    qlua_dump_header(dump);
    qlua_dump_skip_string(dump);
    read_head(dump, &p, &code);
    const void *address = dump->bad ? NULL : p.code;
    qlua_dump_fini(dump);
    return address;
}

const void *qlua_prototype_code(lua_State *L)
{
    struct qlua_dump dump;
    qlua_dump_init_head(&dump, L);
    const void *code = find_code(&dump);
    if (code)
        return code;
    qlua_dump_init(&dump, L, false);
    return find_code(&dump);
}
