/* scanner.h - a source text cut into tokens, by what they mean for names and comments: nothing inside a string or a
 * long comment is taken for code. Text that is no Lua gives other tokens, never harm. */
#ifndef QLUA_SCANNER_H
#define QLUA_SCANNER_H

#include <stdbool.h>
#include <stddef.h>

#include "bindings/kit/ignore.h"

/* A longer token, or a longer path of names, reads as empty: nobody knows things by such names. */
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
    /* Of the last token, of a string what is between the quotes; empty for a long string. Escapes are not undone: those
     * stand in no name. */
    char text[QLUA_TOKEN_LONGEST];
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
