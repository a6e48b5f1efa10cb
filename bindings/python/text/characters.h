/* characters.h - classes of characters, and steps over them. */
#pragma once

#include <stdbool.h>
#include <stddef.h>

/* A place in a text. */
struct qpy_cursor {
    const char *at;
    const char *end; /* of the text */
    int line;        /* line of `at` */
};

#define QPY_PREFIX 1 /* part of the prefix of a string */
#define QPY_FORMAT 2 /* part of the prefix of a string with fields */
#define QPY_RAW    4 /* part of the prefix of a string without escapes */
#define QPY_OPEN   8
#define QPY_CLOSE  16

extern const unsigned char qpy_classes[256]; /* by character */
extern const bool qpy_words[256];            /* characters of names and numbers; those above ASCII are parts of names */

static inline int qpy_peek(const struct qpy_cursor *c, int ahead)
{
    return c->end - c->at > ahead ? (unsigned char)c->at[ahead] : -1;
}

static inline bool qpy_is_break(int character)
{
    return character == '\n' || character == '\r';
}

static inline bool qpy_is_word(int character)
{
    return character >= 0 && qpy_words[character];
}

static inline bool qpy_is_of(int character, int class)
{
    return character >= 0 && qpy_classes[character] & class;
}

/* Return the text after the line break at `at`, or `at` if there is none. All of "\n", "\r\n" and "\r" are one break.
 */
const char *qpy_after_break(const char *at, const char *end);

/* Return the number of line breaks in a part of a text that does not end inside one. */
int qpy_count_breaks(const char *at, const char *end);

/* Skip one character; a line break is one. */
static inline void qpy_advance(struct qpy_cursor *c)
{
    const char *after = qpy_after_break(c->at, c->end);
    c->line += after != c->at;
    c->at = after != c->at ? after : c->at + 1;
}
