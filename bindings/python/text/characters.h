/* characters.h - classes of characters, and steps of a scanner over them. */
#pragma once

#include "bindings/python/text/scanner.h"

#define PREFIX 1 /* part of the prefix of a string */
#define FORMAT 2 /* part of the prefix of a string with fields */
#define RAW    4 /* part of the prefix of a string without escapes */
#define OPEN   8
#define CLOSE  16

extern const unsigned char qpy_classes[256]; /* by character */
extern const bool qpy_words[256];            /* characters of names and numbers; those above ASCII are parts of names */

static inline int peek(const struct qpy_scanner *s, int ahead)
{
    return s->end - s->at > ahead ? (unsigned char)s->at[ahead] : -1;
}

static inline bool is_break(int character)
{
    return character == '\n' || character == '\r';
}

static inline bool is_word(int character)
{
    return character >= 0 && qpy_words[character];
}

static inline bool is_of(int character, int class)
{
    return character >= 0 && qpy_classes[character] & class;
}

/* Skip one character; a line break is one. */
static inline void advance(struct qpy_scanner *s)
{
    const char *after = qpy_scanner_after_break(s->at, s->end);
    s->line += after != s->at;
    s->at = after != s->at ? after : s->at + 1;
}
