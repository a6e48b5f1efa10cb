/* scanner.h - tokenizer of Python source, as far as needed for logical lines, suites, docstrings and comments.
 *
 * The text is UTF-8, or another encoding in which ASCII characters never are parts of others. For invalid source, the
 * tokens may be wrong, but this does no harm. */
#pragma once

#include <stdbool.h>
#include <stddef.h>

#include "bindings/kit/ignore.h"
#include "bindings/python/text/characters.h"

enum qpy_token {
    QPY_TOKEN_END,
    QPY_TOKEN_NEWLINE, /* end of a logical line */
    QPY_TOKEN_INDENT,  /* begin of a suite on lines of its own */
    QPY_TOKEN_DEDENT,  /* end of such a suite; at the end of the text, there is none */
    QPY_TOKEN_NAME,    /* name or keyword */
    QPY_TOKEN_STRING,  /* string of any kind, including an f-string with all its expressions */
    QPY_TOKEN_COLON,
    QPY_TOKEN_AT,
    QPY_TOKEN_OTHER /* any other operator, and numbers */
};

#define QPY_INDENTS_MOST 100 /* CPython accepts no more */

struct qpy_scanner {
    struct qpy_cursor cursor;          /* after the last token */
    const char *start;                 /* start of the last token */
    int start_line;                    /* line on which the last token begins */
    int end_line;                      /* line on which the last token ends, 0 before the first token */
    bool in_statement;                 /* a logical line has begun */
    int nesting;                       /* number of open brackets */
    int indents;                       /* number of open suites */
    int dedents;                       /* number of suites that end here and have no token so far */
    int columns[QPY_INDENTS_MOST + 1]; /* indentation of the open suites, the first one is the module's: 0 */
    kit_comment *comment;              /* called for each comment; NULL = comments are not needed */
    void *data;
};

/* Begin to scan a text. Skip a byte order mark. */
void qpy_scanner_init(struct qpy_scanner *s, const char *text, size_t size);

enum qpy_token qpy_scanner_next(struct qpy_scanner *s);

/* Return whether the last token, a name, is this word. */
bool qpy_scanner_is(const struct qpy_scanner *s, const char *word);

/* Find the comments of a Python text. This is the kit_find_comments (bindings/kit/ignore.h) of Python. */
int qpy_scanner_find_comments(const char *text, size_t size, kit_comment *comment, void *data);
