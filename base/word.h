/* word.h - words of a text, separated by blanks; quotes keep blanks together. */
#pragma once

/* Return the next word with its quotes removed, in place, and move *text behind it; NULL at the end. blanks and quotes
 * are lists of characters. */
char *qp_word_next(char **text, const char *blanks, const char *quotes);
