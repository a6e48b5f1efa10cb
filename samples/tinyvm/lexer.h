/* lexer.h - the tokens of a source text. */
#ifndef LEXER_H
#define LEXER_H

#include <stdbool.h>
#include <stdint.h>

enum token_kind {
    TOKEN_END,
    TOKEN_NUMBER,
    TOKEN_NAME,  /* including keywords, which the parser recognizes by their text */
    TOKEN_TEXT,  /* "between quotes" */
    TOKEN_SYMBOL /* ( ) { } [ ] , ; = + - * / % < <= == ! */
};

#define TOKEN_LENGTH 128

struct token {
    enum token_kind kind;
    int line;
    int64_t number;
    char text[TOKEN_LENGTH]; /* the word itself; for a text, without its quotes */
};

struct lexer {
    const char *file;
    const char *at;
    int line;
    struct token token; /* the next token */
};

/* Start at the first token of a text, which the caller must keep. */
void lexer_begin(struct lexer *lexer, const char *file, const char *text);

/* Advance to the next token. */
void lexer_next(struct lexer *lexer);

/* Return true if the next token is this keyword or symbol. */
bool lexer_is(const struct lexer *lexer, const char *word);

/* If the next token is this keyword or symbol, skip it and return true. */
bool lexer_take(struct lexer *lexer, const char *word);

/* Skip the next token, which must be this keyword or symbol. */
void lexer_need(struct lexer *lexer, const char *word);

/* Print an error at the next token, with a format like printf, and end the process. */
_Noreturn void lexer_fail(const struct lexer *lexer, const char *format, ...) __attribute__((format(printf, 2, 3)));

#endif
