#include "words.h"

#include <string.h>

static enum qp_word word_of(const char *text)
{
    static const struct {
        const char *text;
        enum qp_word word;
    } keywords[] = {{"function", QP_WORD_FUNCTION}, {"and", QP_WORD_LOGIC},    {"or", QP_WORD_LOGIC},
                    {"if", QP_WORD_OPENER},         {"do", QP_WORD_OPENER},    {"repeat", QP_WORD_OPENER},
                    {"end", QP_WORD_CLOSER},        {"until", QP_WORD_CLOSER}, {"else", QP_WORD_OTHER},
                    {"elseif", QP_WORD_OTHER},      {"for", QP_WORD_OTHER},    {"in", QP_WORD_OTHER},
                    {"local", QP_WORD_OTHER},       {"not", QP_WORD_OTHER},    {"return", QP_WORD_OTHER},
                    {"then", QP_WORD_OTHER},        {"while", QP_WORD_OTHER}};
    for (size_t i = 0; i < sizeof keywords / sizeof *keywords; i++)
        if (strcmp(text, keywords[i].text) == 0)
            return keywords[i].word;
    return QP_WORD_NAME;
}

void qp_words_init(struct qp_words *words, const char *text, size_t size)
{
    qp_scanner_init(&words->scanner, text, size);
    words->text[0] = '\0';
}

enum qp_word qp_words_next(struct qp_words *words)
{
    enum qp_token token = qp_scanner_next(&words->scanner);
    size_t length = words->scanner.length < QP_WORD_LONGEST ? words->scanner.length : 0;
    memcpy(words->text, words->scanner.word, length);
    words->text[length] = '\0';
    switch (token) {
    case QP_TOKEN_WORD:
        return word_of(words->text);
    case QP_TOKEN_STRING:
        return QP_WORD_STRING;
    case QP_TOKEN_NUMBER:
        return QP_WORD_OTHER;
    case QP_TOKEN_OTHER:
        return QP_WORD_SIGN;
    default:
        return QP_WORD_END;
    }
}
