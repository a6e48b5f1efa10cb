/* dump.h - the bytes that lua_dump writes for a function, and where each piece of them lies in memory. */
#ifndef QP_LUA_DUMP_H
#define QP_LUA_DUMP_H

#include <stdbool.h>
#include <stddef.h>

#include <lua.h>

/* A piece that may be an array of instructions. */
struct qp_dump_piece {
    size_t offset;
    const void *address;
};

struct qp_dump {
    unsigned char *bytes;
    size_t size;
    size_t room;
    struct qp_dump_piece *pieces;
    size_t piece_count;
    size_t piece_room;
    /* reading */
    size_t at;
    size_t piece_at;
    bool bad; /* no memory, or read past the end: sticky, reads give 0 from then on */
};

/* Take the function on top of L's stack; then check the header with qp_dump_header. */
void qp_dump_init(struct qp_dump *dump, lua_State *L);
void qp_dump_fini(struct qp_dump *dump);

/* Read the header that Lua 5.4 writes before a function. */
void qp_dump_header(struct qp_dump *dump);

unsigned char qp_dump_byte(struct qp_dump *dump);
int qp_dump_int(struct qp_dump *dump);
void qp_dump_skip(struct qp_dump *dump, size_t count, size_t size);
void qp_dump_skip_string(struct qp_dump *dump);

/* An array of instructions, of four bytes each, where it lies in the dump. */
struct qp_dump_code {
    size_t offset;
    int count;
};

/* Skip one; returns where it lies in memory. */
const void *qp_dump_code(struct qp_dump *dump, struct qp_dump_code *code);

#endif
