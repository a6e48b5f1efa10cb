#include "bindings/lua/code/dump.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "bindings/kit/strings.h"

#define INSTRUCTION_SIZE 4u

/* Maximum number of pieces in a dump of only the beginning of a function. Lua writes the header in 9 to 11 pieces,
 * and then at most 11 pieces up to the end of the function's instructions. */
#define HEAD_PIECES 24

static bool add_bytes(struct qlua_dump *dump, const void *address, size_t size)
{
    if (size > dump->room - dump->size) {
        size_t room = 2 * dump->room + size + 256;
        unsigned char *moved = realloc(dump->bytes, room);
        if (!moved)
            return false;
        dump->bytes = moved;
        dump->room = room;
    }
    if (size)
        memcpy(dump->bytes + dump->size, address, size);
    dump->size += size;
    return true;
}

static bool add_piece(struct qlua_dump *dump, const void *address)
{
    struct qlua_dump_piece *pieces = kit_array_more(dump->pieces, dump->piece_count, sizeof *pieces);
    if (!pieces)
        return false;
    dump->pieces = pieces;
    dump->pieces[dump->piece_count++] = (struct qlua_dump_piece){dump->size, address};
    return true;
}

static int write_piece(lua_State *L, const void *address, size_t size, void *data)
{
    struct qlua_dump *dump = data;
    (void)L;
    dump->bad = (size >= INSTRUCTION_SIZE && !add_piece(dump, address)) || !add_bytes(dump, address, size);
    return dump->bad;
}

static int write_head(lua_State *L, const void *address, size_t size, void *data)
{
    struct qlua_dump *dump = data;
    return ++dump->written > HEAD_PIECES || write_piece(L, address, size, data);
}

void qlua_dump_init_head(struct qlua_dump *dump, lua_State *L)
{
    *dump = (struct qlua_dump){0};
    lua_dump(L, write_head, dump, 0);
}

void qlua_dump_init(struct qlua_dump *dump, lua_State *L, bool strip)
{
    *dump = (struct qlua_dump){0};
    if (lua_dump(L, write_piece, dump, strip) != 0)
        dump->bad = true;
}

void qlua_dump_fini(struct qlua_dump *dump)
{
    free(dump->bytes);
    free(dump->pieces);
}

static bool holds(struct qlua_dump *dump, size_t size)
{
    if (dump->bad || size > dump->size - dump->at)
        dump->bad = true;
    return !dump->bad;
}

unsigned char qlua_dump_byte(struct qlua_dump *dump)
{
    return holds(dump, 1) ? dump->bytes[dump->at++] : 0;
}

#if LUA_VERSION_NUM >= 504

/* Read a number. Lua writes seven bits per byte, the highest bits first, and sets bit 7 of the last byte. */
static size_t read_size(struct qlua_dump *dump)
{
    size_t value = 0;
    while (!dump->bad) {
        unsigned char byte = qlua_dump_byte(dump);
        if (value > SIZE_MAX >> 7)
            dump->bad = true;
        value = value << 7 | (byte & 0x7f);
        if (byte & 0x80)
            return value;
    }
    return 0;
}

int qlua_dump_int(struct qlua_dump *dump)
{
    size_t value = read_size(dump);
    if (value > INT32_MAX)
        dump->bad = true;
    return dump->bad ? 0 : (int)value;
}

#else

/* Read a number or another value, which Lua writes as it is in memory. */
static void read_bytes(struct qlua_dump *dump, void *to, size_t size)
{
    if (!holds(dump, size))
        return;
    memcpy(to, dump->bytes + dump->at, size);
    dump->at += size;
}

/* Read the size of a string. */
static size_t read_size(struct qlua_dump *dump)
{
    size_t size = qlua_dump_byte(dump);
    if (size == 0xff)
        read_bytes(dump, &size, sizeof size);
    return dump->bad ? 0 : size;
}

int qlua_dump_int(struct qlua_dump *dump)
{
    int value = 0;
    read_bytes(dump, &value, sizeof value);
    if (value < 0)
        dump->bad = true;
    return dump->bad ? 0 : value;
}

#endif

void qlua_dump_skip(struct qlua_dump *dump, size_t count, size_t size)
{
    if (count > SIZE_MAX / size)
        dump->bad = true;
    else if (holds(dump, count * size))
        dump->at += count * size;
}

void qlua_dump_skip_string(struct qlua_dump *dump)
{
    size_t size = read_size(dump);
    if (size)
        qlua_dump_skip(dump, size - 1, 1);
}

const void *qlua_dump_code(struct qlua_dump *dump, struct qlua_dump_code *code)
{
    int count = qlua_dump_int(dump);
    size_t offset = dump->at;
    *code = (struct qlua_dump_code){offset, count};
    qlua_dump_skip(dump, (size_t)count, INSTRUCTION_SIZE);
    while (!dump->bad && dump->piece_at < dump->piece_count && dump->pieces[dump->piece_at].offset < offset)
        dump->piece_at++;
    if (dump->bad || dump->piece_at == dump->piece_count || dump->pieces[dump->piece_at].offset != offset)
        return NULL;
    return dump->pieces[dump->piece_at].address;
}

void qlua_dump_header(struct qlua_dump *dump)
{
    static const unsigned char start[] = {
        0x1b, 'L', 'u', 'a', LUA_VERSION_NUM / 100 << 4 | LUA_VERSION_NUM % 100, 0, 0x19, 0x93, '\r', '\n', 0x1a, '\n'};
    static const lua_Integer integer = 0x5678;
    static const lua_Number number = 370.5;
#if LUA_VERSION_NUM >= 504
    static const unsigned char sizes[] = {INSTRUCTION_SIZE, sizeof(lua_Integer), sizeof(lua_Number)};
#else
    static const unsigned char sizes[] = {sizeof(int), sizeof(size_t), INSTRUCTION_SIZE, sizeof(lua_Integer),
                                          sizeof(lua_Number)};
#endif
    unsigned char expected[sizeof start + sizeof sizes + sizeof integer + sizeof number];
    unsigned char *end = expected;
    end = (unsigned char *)memcpy(end, start, sizeof start) + sizeof start;
    end = (unsigned char *)memcpy(end, sizes, sizeof sizes) + sizeof sizes;
    end = (unsigned char *)memcpy(end, &integer, sizeof integer) + sizeof integer;
    memcpy(end, &number, sizeof number);
    if (holds(dump, sizeof expected) && memcmp(dump->bytes, expected, sizeof expected) != 0)
        dump->bad = true;
    qlua_dump_skip(dump, 1, sizeof expected);
    qlua_dump_byte(dump); /* number of upvalues of the closure */
}
