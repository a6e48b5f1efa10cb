/* nearest.h - the known word that is nearest to a misspelt one. Case, hyphens and underscores are ignored. */
#pragma once

#include <stddef.h>

struct qp_nearest {
    const char *typed; /* the misspelt word */
    size_t length;     /* bytes of `typed` */
    const char *word;  /* nearest word so far, NULL = no word is similar */
    unsigned distance; /* edits from `typed` to `word`, 0 = equal */
};

/* Return the state for the first `length` bytes of a word. */
struct qp_nearest qp_nearest_begin(const char *typed, size_t length);

/* Compare a known word with the misspelt one, and keep it if it is similar and nearer than the words before it. Words
 * are similar if at most one letter in three differs. */
void qp_nearest_offer(struct qp_nearest *nearest, const char *word);
