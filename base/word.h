/* word.h - words of a text, separated by blanks; quotes keep blanks together. */
#pragma once

/* Return the next word and move *text behind it. Quotes are removed in place. Return NULL at the end of the text.
 * `blanks` and `quotes` are lists of characters. */
char *qp_word_next(char **text, const char *blanks, const char *quotes);
