/* dump.h - reader of the bytes that lua_dump writes for a function, with the memory address of each piece. */
#pragma once

#include <stdbool.h>
#include <stddef.h>

#include "bindings/lua/version/api.h"

/* Piece of the dump, long enough to be an array of instructions. */
struct qlua_dump_piece {
    size_t offset;
    const void *address;
};

struct qlua_dump {
    unsigned char *bytes;
    size_t size;
    size_t room;
    struct qlua_dump_piece *pieces;
    size_t piece_count;
    int written; /* number of pieces of any size that Lua has written */
    /* State of the reader */
    size_t at;
    size_t piece_at;
    bool bad; /* out of memory, or read past the end; remains true, and all further reads return 0 */
};

/* Dump the function on top of L's stack; if `strip` is true, without debug information. To read the dump, begin with
 * qlua_dump_header. */
void qlua_dump_init(struct qlua_dump *dump, lua_State *L, bool strip);

/* Dump only the beginning of the function on top of L's stack. In the known versions of Lua, this includes the
 * function's instructions. */
void qlua_dump_init_head(struct qlua_dump *dump, lua_State *L);
void qlua_dump_fini(struct qlua_dump *dump);

/* Read the header that Lua writes before a function. */
void qlua_dump_header(struct qlua_dump *dump);

unsigned char qlua_dump_byte(struct qlua_dump *dump);
int qlua_dump_int(struct qlua_dump *dump);
void qlua_dump_skip(struct qlua_dump *dump, size_t count, size_t size);
void qlua_dump_skip_string(struct qlua_dump *dump);

/* Position of an array of instructions, of four bytes each, in the dump. */
struct qlua_dump_code {
    size_t offset;
    int count;
};

/* Skip an array of instructions, and store its position in the dump. Return its address in memory, NULL if unknown. */
const void *qlua_dump_code(struct qlua_dump *dump, struct qlua_dump_code *code);
