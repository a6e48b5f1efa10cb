/* scanner.h - tokenizer of Lua source, as far as needed for names and comments. For invalid source, the tokens may
 * be wrong, but this does no harm. */
#pragma once

#include <stddef.h>

#include "bindings/kit/ignore.h"

/* Greatest length of a token or path of names, including the final '\0'. Longer ones are treated as empty, since
 * such long names would be of no use. */
#define QLUA_TOKEN_LONGEST 160

enum qlua_token {
    QLUA_TOKEN_END,
    QLUA_TOKEN_NAME,
    QLUA_TOKEN_STRING,
    QLUA_TOKEN_SIGN,
    QLUA_TOKEN_FUNCTION,
    QLUA_TOKEN_LOGIC,  /* and, or */
    QLUA_TOKEN_OPENER, /* begins a block: if, do, repeat; the block of while and for begins with their do */
    QLUA_TOKEN_CLOSER, /* ends a block: end, until */
    QLUA_TOKEN_OTHER   /* any other keyword, and numbers */
};

struct qlua_scanner {
    const char *at;
    const char *end;
    int line;
    /* Text of the last token. For a string, this is the part between the quotes; escapes are not replaced, since
     * names contain none. For a long string, the text is empty. */
    char text[QLUA_TOKEN_LONGEST];
    int code_line;        /* line on which the last token ended, 0 before the first token */
    kit_comment *comment; /* called for each comment except long comments; NULL = comments are not needed */
    void *data;
};

/* Begin to scan a text. Skip a byte order mark and a first line that begins with #, like luaL_loadfile. */
void qlua_scanner_init(struct qlua_scanner *s, const char *text, size_t size);

/* Find the comments of a Lua text. This is the kit_find_comments (bindings/kit/ignore.h) of Lua. */
int qlua_scanner_find_comments(const char *text, size_t size, kit_comment *comment, void *data);

/* Read the next token, and set s->line to the line on which it ends. Skip attributes, as in local x <const>. */
enum qlua_token qlua_scanner_next(struct qlua_scanner *s);
