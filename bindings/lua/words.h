/* words.h - the tokens of a source text by what they mean for names. */
#ifndef QP_LUA_WORDS_H
#define QP_LUA_WORDS_H

#include "scanner.h"

#define QP_WORD_LONGEST                                                                                                \
    160 /* a longer one, or a longer path of them, reads as empty: nobody knows things by such names */

enum qp_word {
    QP_WORD_END,
    QP_WORD_NAME,
    QP_WORD_STRING,
    QP_WORD_SIGN,
    QP_WORD_FUNCTION,
    QP_WORD_LOGIC,  /* and, or */
    QP_WORD_OTHER,  /* any other keyword, and numbers */
    QP_WORD_OPENER, /* of a block: if, do, repeat; while and for have a do */
    QP_WORD_CLOSER  /* end, until */
};

struct qp_words {
    struct qp_scanner scanner;
    char text[QP_WORD_LONGEST]; /* of the last one; escapes in a string are not undone: those stand in no name */
};

void qp_words_init(struct qp_words *words, const char *text, size_t size);

enum qp_word qp_words_next(struct qp_words *words);

#endif
