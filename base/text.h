/* text.h - a string that somebody else owns, and how it is shown safely.
 *
 * Names come from strangers: bytes that are not UTF-8 are shown as \xNN, and where people look so are control
 * characters and those that change the direction of a text. */
#ifndef QP_BASE_TEXT_H
#define QP_BASE_TEXT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

struct qp_text {
    const char *bytes; /* not NUL-ended; NULL = there is none */
    uint32_t length;
};

struct qp_text qp_text_of(const char *string);
bool qp_text_equal(struct qp_text a, struct qp_text b);
int qp_text_compare(struct qp_text a, struct qp_text b);
bool qp_text_contains(struct qp_text text, const char *part);

/* How many bytes the UTF-8 character at bytes has, 0 when there is none. U+0000 counts as one. */
size_t qp_text_character(const char *bytes, size_t left);

/* Make it printable: at most size bytes with the NUL, cut between characters. The result is the number of bytes without
 * the NUL. */
size_t qp_text_show(struct qp_text text, char *shown, size_t size);

/* The same of two texts with a sign between; the second alone when there is no first. */
void qp_text_show_pair(struct qp_text first, const char *sign, struct qp_text second, char *shown, size_t size);

/* Only what is not UTF-8 is replaced; size as above, 4 * length + 1 is always enough. */
size_t qp_text_utf8(struct qp_text text, char *valid, size_t size);

/* Print it as qp_text_show makes it, whatever its length. */
void qp_text_print(FILE *out, struct qp_text text);

/* How many columns of a terminal a shown string takes: two for each character of Chinese and most emoji, none for an
 * accent on the character before. No locale has to be chosen for that. */
size_t qp_text_width(const char *shown);

/* How many bytes the first character of a shown string that is not empty has, and how many columns. */
size_t qp_text_next(const char *shown, size_t *width);

/* The columns of a character of so many bytes; -1 = it cannot be shown. */
int qp_text_character_width(const char *bytes, size_t length);

#endif
