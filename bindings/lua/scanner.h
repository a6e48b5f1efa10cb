/* scanner.h - a source text cut into tokens, as far as names and comments need it: nothing inside a string or a long
 * comment is taken for code. Text that is no Lua gives other tokens, never harm. */
#ifndef QP_LUA_SCANNER_H
#define QP_LUA_SCANNER_H

#include <stdbool.h>
#include <stddef.h>

enum qp_token {
    QP_TOKEN_END,
    QP_TOKEN_WORD, /* a name or a keyword */
    QP_TOKEN_STRING,
    QP_TOKEN_NUMBER,
    QP_TOKEN_OTHER /* a sign */
};

/* Called for each comment up to the end of its line, without the dashes; long comments are passed over. after_code: a
 * token stands before it on the line. */
typedef void qp_scanner_comment(void *data, const char *text, size_t length, int line, bool after_code);

struct qp_scanner {
    const char *at;
    const char *end;
    int line;
    const char *word;            /* the last token's text, of a string what is between the quotes */
    size_t length;               /* 0 for a long string */
    int code_line;               /* where the last token ended, 0 before the first */
    qp_scanner_comment *comment; /* NULL = nobody wants to know */
    void *data;
};

/* A mark of the byte order and a first line for the shell are passed over, as luaL_loadfile does. */
void qp_scanner_init(struct qp_scanner *s, const char *text, size_t size);

/* The next token; s->line is the line of its end. Attributes, as in local x <const>, are passed over. */
enum qp_token qp_scanner_next(struct qp_scanner *s);

#endif
