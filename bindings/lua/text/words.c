#include "bindings/lua/text/words.h"

#include <string.h>

static enum qlua_word word_of(const char *text)
{
    static const struct {
        const char *text;
        enum qlua_word word;
    } keywords[] = {{"function", QLUA_WORD_FUNCTION}, {"and", QLUA_WORD_LOGIC},    {"or", QLUA_WORD_LOGIC},
                    {"if", QLUA_WORD_OPENER},         {"do", QLUA_WORD_OPENER},    {"repeat", QLUA_WORD_OPENER},
                    {"end", QLUA_WORD_CLOSER},        {"until", QLUA_WORD_CLOSER}, {"else", QLUA_WORD_OTHER},
                    {"elseif", QLUA_WORD_OTHER},      {"for", QLUA_WORD_OTHER},    {"in", QLUA_WORD_OTHER},
                    {"local", QLUA_WORD_OTHER},       {"not", QLUA_WORD_OTHER},    {"return", QLUA_WORD_OTHER},
                    {"then", QLUA_WORD_OTHER},        {"while", QLUA_WORD_OTHER}};
    for (size_t i = 0; i < sizeof keywords / sizeof *keywords; i++)
        if (strcmp(text, keywords[i].text) == 0)
            return keywords[i].word;
    return QLUA_WORD_NAME;
}

void qlua_words_init(struct qlua_words *words, const char *text, size_t size)
{
    qlua_scanner_init(&words->scanner, text, size);
    words->text[0] = '\0';
}

enum qlua_word qlua_words_next(struct qlua_words *words)
{
    enum qlua_token token = qlua_scanner_next(&words->scanner);
    size_t length = words->scanner.length < QLUA_WORD_LONGEST ? words->scanner.length : 0;
    memcpy(words->text, words->scanner.word, length);
    words->text[length] = '\0';
    switch (token) {
    case QLUA_TOKEN_WORD:
        return word_of(words->text);
    case QLUA_TOKEN_STRING:
        return QLUA_WORD_STRING;
    case QLUA_TOKEN_NUMBER:
        return QLUA_WORD_OTHER;
    case QLUA_TOKEN_OTHER:
        return QLUA_WORD_SIGN;
    default:
        return QLUA_WORD_END;
    }
}
