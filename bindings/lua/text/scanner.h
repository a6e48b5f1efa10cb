/* scanner.h - a source text cut into tokens, as far as names and comments need it: nothing inside a string or a long
 * comment is taken for code. Text that is no Lua gives other tokens, never harm. */
#ifndef QLUA_SCANNER_H
#define QLUA_SCANNER_H

#include <stdbool.h>
#include <stddef.h>

#include "bindings/kit/ignore.h"

enum qlua_token {
    QLUA_TOKEN_END,
    QLUA_TOKEN_WORD, /* a name or a keyword */
    QLUA_TOKEN_STRING,
    QLUA_TOKEN_NUMBER,
    QLUA_TOKEN_OTHER /* a sign */
};

struct qlua_scanner {
    const char *at;
    const char *end;
    int line;
    const char *word;     /* the last token's text, of a string what is between the quotes */
    size_t length;        /* 0 for a long string */
    int code_line;        /* where the last token ended, 0 before the first */
    kit_comment *comment; /* for each up to the end of its line; not for long ones. NULL = nobody asks */
    void *data;
};

/* A mark of the byte order and a first line for the shell are passed over, as luaL_loadfile does. */
void qlua_scanner_init(struct qlua_scanner *s, const char *text, size_t size);

/* The comments of a Lua text for the kit's ignore.h: a kit_find_comments. */
int qlua_scanner_find_comments(const char *text, size_t size, kit_comment *comment, void *data);

/* The next token; s->line is the line of its end. Attributes, as in local x <const>, are passed over. */
enum qlua_token qlua_scanner_next(struct qlua_scanner *s);

#endif
