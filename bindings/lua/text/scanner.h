/* scanner.h - tokenizer of Lua source, as far as needed for names and comments. Invalid source gives other tokens, but
 * does no harm. */
#pragma once

#include <stddef.h>

#include "bindings/kit/ignore.h"

/* Longer tokens and paths of names are treated as empty: such names would be of no use. */
#define QLUA_TOKEN_LONGEST 160

enum qlua_token {
    QLUA_TOKEN_END,
    QLUA_TOKEN_NAME,
    QLUA_TOKEN_STRING,
    QLUA_TOKEN_SIGN,
    QLUA_TOKEN_FUNCTION,
    QLUA_TOKEN_LOGIC,  /* and, or */
    QLUA_TOKEN_OPENER, /* of a block: if, do, repeat; while and for have a do */
    QLUA_TOKEN_CLOSER, /* end, until */
    QLUA_TOKEN_OTHER   /* any other keyword, and numbers */
};

struct qlua_scanner {
    const char *at;
    const char *end;
    int line;
    /* Last token; of a string the part between the quotes, with escapes, which names do not contain; empty for a long
     * string. */
    char text[QLUA_TOKEN_LONGEST];
    int code_line;        /* line of the end of the last token, 0 before the first */
    kit_comment *comment; /* called for each comment except long ones; NULL = not needed */
    void *data;
};

/* Start to scan a text. Skip a byte order mark and a first line that begins with #, like luaL_loadfile. */
void qlua_scanner_init(struct qlua_scanner *s, const char *text, size_t size);

/* Find the comments of a Lua text: a kit_find_comments (bindings/kit/ignore.h). */
int qlua_scanner_find_comments(const char *text, size_t size, kit_comment *comment, void *data);

/* Read the next token; s->line is the line of its end. Skip attributes, as in local x <const>. */
enum qlua_token qlua_scanner_next(struct qlua_scanner *s);
