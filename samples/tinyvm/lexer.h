/* lexer.h - the words of a source text. */
#ifndef LEXER_H
#define LEXER_H

#include <stdbool.h>
#include <stdint.h>

enum token_kind {
    TOKEN_END,
    TOKEN_NUMBER,
    TOKEN_NAME,  /* keywords included: the parser knows them by their text */
    TOKEN_TEXT,  /* "between quotes" */
    TOKEN_SYMBOL /* ( ) { } [ ] , ; = + - * / % < <= == ! */
};

#define TOKEN_LENGTH 128

struct token {
    enum token_kind kind;
    int line;
    int64_t number;
    char text[TOKEN_LENGTH]; /* the word itself, a text without its quotes */
};

struct lexer {
    const char *file;
    const char *at;
    int line;
    struct token token; /* the word that comes next */
};

/* Begin at the first word of a text, which stays the caller's. */
void lexer_begin(struct lexer *lexer, const char *file, const char *text);

/* Go on to the next word. */
void lexer_next(struct lexer *lexer);

/* Whether the next word is this keyword or symbol. lexer_take steps over it if so; lexer_need fails if not. */
bool lexer_is(const struct lexer *lexer, const char *word);
bool lexer_take(struct lexer *lexer, const char *word);
void lexer_need(struct lexer *lexer, const char *word);

/* Say what is wrong with the source at the next word, as printf does, and end the process. */
_Noreturn void lexer_fail(const struct lexer *lexer, const char *format, ...) __attribute__((format(printf, 2, 3)));

#endif
