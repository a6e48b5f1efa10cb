/* text.h - strings without ownership, and their safe display.
 *
 * Names come from recorded programs and may contain any bytes. Bytes that are not UTF-8, control characters, and
 * characters that change the direction of a text are shown as \xNN. */
#pragma once

#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

struct qp_text {
    const char *bytes; /* not NUL-terminated; NULL = no text */
    uint32_t length;
};

struct qp_text qp_text_of(const char *string);
bool qp_text_equal(struct qp_text a, struct qp_text b);
int qp_text_compare(struct qp_text a, struct qp_text b);

/* Return a path without "./" and the like at its beginning. */
struct qp_text qp_text_without_dot(struct qp_text path);
bool qp_text_contains(struct qp_text text, const char *part);

/* Return the size in bytes of the UTF-8 character at the beginning of `bytes`; 0 if there is no valid character.
 * U+0000 counts as a character. */
size_t qp_text_character(const char *bytes, size_t left);

/* Write the printable form of a text to `shown`, at most `size` bytes including the NUL. A longer text is cut
 * between characters. Return the number of bytes without the NUL. */
size_t qp_text_show(struct qp_text text, char *shown, size_t size);

/* Write the printable form of two texts with `sign` between them. If the first text is empty, write only the second
 * one, without the sign. */
void qp_text_show_pair(struct qp_text first, const char *sign, struct qp_text second, char *shown, size_t size);

/* Print a text of any length in the printable form of qp_text_show. */
void qp_text_print(FILE *out, struct qp_text text);

/* Return the number of terminal columns that a printable string takes: two for a Chinese character and for most
 * emoji, none for a combining accent. The result does not depend on the locale. */
size_t qp_text_width(const char *shown);

/* Return the number of bytes of the first character of a printable string that is not empty, and set *width to its
 * columns. */
size_t qp_text_next(const char *shown, size_t *width);

/* Return the number of columns of a character that has `length` bytes; -1 if it is not printable. */
int qp_text_character_width(const char *bytes, size_t length);

/* Return a formatted text, which the caller frees; NULL if out of memory. */
static inline char *qp_text_format(const char *format, va_list arguments)
{
    char *text;
    return vasprintf(&text, format, arguments) < 0 ? NULL : text;
}
