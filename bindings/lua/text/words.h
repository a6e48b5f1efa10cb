/* words.h - the tokens of a source text by what they mean for names. */
#ifndef QLUA_WORDS_H
#define QLUA_WORDS_H

#include "bindings/lua/text/scanner.h"

#define QLUA_WORD_LONGEST                                                                                              \
    160 /* a longer one, or a longer path of them, reads as empty: nobody knows things by such names */

enum qlua_word {
    QLUA_WORD_END,
    QLUA_WORD_NAME,
    QLUA_WORD_STRING,
    QLUA_WORD_SIGN,
    QLUA_WORD_FUNCTION,
    QLUA_WORD_LOGIC,  /* and, or */
    QLUA_WORD_OTHER,  /* any other keyword, and numbers */
    QLUA_WORD_OPENER, /* of a block: if, do, repeat; while and for have a do */
    QLUA_WORD_CLOSER  /* end, until */
};

struct qlua_words {
    struct qlua_scanner scanner;
    char text[QLUA_WORD_LONGEST]; /* of the last one; escapes in a string are not undone: those stand in no name */
};

void qlua_words_init(struct qlua_words *words, const char *text, size_t size);

enum qlua_word qlua_words_next(struct qlua_words *words);

#endif
