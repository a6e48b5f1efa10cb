/* body.h - layout of a compiled Lua function in memory, used to replace its instructions.
 *
 * This is the layout of Lua 5.4.0 to 5.4.8 with 64-bit pointers. Use it only if qlua_checked.bodies is set. */
#pragma once

#include "bindings/lua/inside/layout.h"

struct qlua_body_upvalue {
    const void *name;
    unsigned char in_stack; /* 1 = the variable is a register of the enclosing function, 0 = it is an upvalue of that
                             * function */
    unsigned char index;
    unsigned char kind;
};

struct qlua_body_local {
    const void *name;
    int begin;
    int end;
};

/* The line of an instruction as an absolute number. The lines of most instructions are stored as differences
 * instead. */
struct qlua_body_line {
    int instruction;
    int line;
};

/* Lua value: a constant, a table item or one of our counters. */
struct qlua_body_value {
    union {
        const void *object;
        lua_CFunction function;
        lua_Integer number;
    } content;
    unsigned char tag;
};

enum { QLUA_BODY_INTEGER = 0x03, QLUA_BODY_TABLE = 0x45 };

/* Prototype. */
struct qlua_body {
    const void *next;
    unsigned char tag;
    unsigned char marked;
    unsigned char parameters;
    unsigned char vararg;
    unsigned char registers;
    int upvalue_count;
    int constant_count;
    int code_count;
    int line_count;
    int child_count;
    int local_count;
    int absolute_count;
    int line_defined;
    int last_line_defined;
    struct qlua_body_value *constants;
    uint32_t *code;
    struct qlua_body **children;
    struct qlua_body_upvalue *upvalues;
    signed char *lines;
    struct qlua_body_line *absolutes;
    struct qlua_body_local *locals;
    const void *source;
    const void *gray;
};

/* Table. */
struct qlua_body_table {
    const void *next;
    unsigned char tag;
    unsigned char marked;
    unsigned char flags;
    unsigned char node_size;
    unsigned array_size;
    struct qlua_body_value *array;
    const void *nodes;
    const void *last_free;
    const void *metatable;
    const void *gray;
};

/* Short string. */
struct qlua_body_string {
    const void *next;
    unsigned char tag;
    unsigned char marked;
    unsigned char extra;
    unsigned char length;
    unsigned hash;
    const void *other;
    char bytes[16];
};

enum { QLUA_BODY_BLACK = 1 << 5 | 4 /* black and old: the collector skips the object */ };

#if UINTPTR_MAX == UINT64_MAX
_Static_assert(sizeof(struct qlua_body) == 128 && offsetof(struct qlua_body, constants) == 56 &&
                   offsetof(struct qlua_body, source) == 112 && offsetof(struct qlua_body_table, array) == 16 &&
                   offsetof(struct qlua_body_string, bytes) == 24,
               "sizes of Lua 5.4.0 to 5.4.8 with 64-bit pointers");
#endif

/* Return the prototype of a Lua function, from the result of lua_topointer. */
static inline struct qlua_body *qlua_body_of(const void *closure)
{
    return (struct qlua_body *)(uintptr_t)((const struct qlua_layout_closure *)closure)->code;
}

/* Return whether prototypes have this layout. `body` is the main function of the program in check.c, and `all` are
 * the prototypes read from its dump. */
struct qlua_prototypes;
bool qlua_body_check(const struct qlua_body *body, const struct qlua_prototypes *all);

/* Return whether Lua's tables and its memory count have the layout that body.h and allocator.h declare. Lua may
 * raise a memory error. */
bool qlua_body_check_values(lua_State *L);
