/* text.h - strings without ownership, and their safe display.
 *
 * Names are untrusted: bytes that are not UTF-8 are shown as \xNN, and so are control characters and characters that
 * change the direction of a text. */
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
bool qp_text_contains(struct qp_text text, const char *part);

/* Return the number of bytes of the UTF-8 character at bytes, 0 if there is none. U+0000 counts as a character. */
size_t qp_text_character(const char *bytes, size_t left);

/* Make a text printable: at most size bytes with the NUL, cut between characters. Return the number of bytes without
 * the NUL. */
size_t qp_text_show(struct qp_text text, char *shown, size_t size);

/* Make two texts with a sign between them printable, like qp_text_show. If the first text is empty, show only the
 * second, without the sign. */
void qp_text_show_pair(struct qp_text first, const char *sign, struct qp_text second, char *shown, size_t size);

/* Print a text of any length like qp_text_show. */
void qp_text_print(FILE *out, struct qp_text text);

/* Return the number of terminal columns of a shown string: two for each Chinese character and most emoji, none for a
 * combining accent. The result does not depend on the locale. */
size_t qp_text_width(const char *shown);

/* Return the number of bytes of the first character of a nonempty shown string, and its columns. */
size_t qp_text_next(const char *shown, size_t *width);

/* Return the columns of a character of length bytes; -1 = not printable. */
int qp_text_character_width(const char *bytes, size_t length);

/* Return a formatted text, which the caller frees; NULL if out of memory. */
static inline char *qp_text_format(const char *format, va_list arguments)
{
    char *text;
    return vasprintf(&text, format, arguments) < 0 ? NULL : text;
}
