/* lexer.c - tokenizer of a source text. */
#include "lexer.h"

#include <ctype.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

void lexer_begin(struct lexer *lexer, const char *file, const char *text)
{
    lexer->file = file;
    lexer->at = text;
    lexer->line = 1;
    lexer_next(lexer);
}

_Noreturn void lexer_fail(const struct lexer *lexer, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    fprintf(stderr, "%s:%d: ", lexer->file, lexer->token.line);
    vfprintf(stderr, format, arguments);
    va_end(arguments);
    if (lexer->token.kind != TOKEN_END)
        fprintf(stderr, ", at '%s'", lexer->token.text);
    fputc('\n', stderr);
    exit(2);
}

static void skip_blanks(struct lexer *lexer)
{
    for (;; lexer->at++) {
        if (*lexer->at == '#')
            lexer->at += strcspn(lexer->at, "\n");
        if (*lexer->at == '\n')
            lexer->line++;
        else if (!isspace((unsigned char)*lexer->at))
            return;
    }
}

/* Determine the kind of the token at the current position. Return its length. */
static size_t measure(struct lexer *lexer)
{
    static const char digits[] = "0123456789";
    static const char letters[] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ_0123456789";
    const char *at = lexer->at;
    struct token *token = &lexer->token;
    size_t length;
    if (!*at) {
        token->kind = TOKEN_END;
        length = 0;
    } else if ((length = strspn(at, digits))) {
        token->kind = TOKEN_NUMBER;
    } else if ((length = strspn(at, letters))) {
        token->kind = TOKEN_NAME;
    } else if (*at == '"') {
        token->kind = TOKEN_TEXT;
        length = strcspn(at + 1, "\"\n");
        if (at[1 + length] != '"')
            lexer_fail(lexer, "unterminated text");
    } else {
        token->kind = TOKEN_SYMBOL;
        length = strncmp(at, "<=", 2) == 0 || strncmp(at, "==", 2) == 0 ? 2 : 1;
    }
    return length;
}

void lexer_next(struct lexer *lexer)
{
    struct token *token = &lexer->token;
    skip_blanks(lexer);
    memset(token, 0, sizeof *token);
    token->line = lexer->line;

    size_t length = measure(lexer);
    if (length >= TOKEN_LENGTH)
        lexer_fail(lexer, "the word is too long");
    size_t quote = token->kind == TOKEN_TEXT;
    memcpy(token->text, lexer->at + quote, length);
    if (token->kind == TOKEN_NUMBER)
        token->number = strtoll(token->text, NULL, 10);
    lexer->at += length + 2 * quote;
}

bool lexer_is(const struct lexer *lexer, const char *word)
{
    const struct token *token = &lexer->token;
    return (token->kind == TOKEN_NAME || token->kind == TOKEN_SYMBOL) && strcmp(token->text, word) == 0;
}

bool lexer_take(struct lexer *lexer, const char *word)
{
    if (!lexer_is(lexer, word))
        return false;
    lexer_next(lexer);
    return true;
}

void lexer_need(struct lexer *lexer, const char *word)
{
    if (!lexer_take(lexer, word))
        lexer_fail(lexer, "'%s' is expected", word);
}
