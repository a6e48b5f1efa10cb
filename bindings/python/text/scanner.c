#include "bindings/python/text/scanner.h"

#include <string.h>

#include "bindings/python/text/characters.h"
#include "bindings/python/text/literal.h"

static bool is_digit(int character)
{
    return character >= '0' && character <= '9';
}

static void skip_comment(struct qpy_scanner *s)
{
    const char *start = ++s->cursor.at;
    while (s->cursor.at < s->cursor.end && !qpy_is_break(*s->cursor.at))
        s->cursor.at++;
    if (s->comment)
        s->comment(s->data, start, (size_t)(s->cursor.at - start), s->cursor.line, s->end_line == s->cursor.line);
}

/* ---- lines ------------------------------------------------------------------------------------------------------- */

/* Skip the blanks at the start of a line. Return its indentation; a tab leads to the next multiple of 8. */
static int skip_indentation(struct qpy_scanner *s)
{
    int column = 0;
    for (;; s->cursor.at++) {
        int first = qpy_peek(&s->cursor, 0);
        if (first == ' ')
            column++;
        else if (first == '\t')
            column = column / 8 * 8 + 8;
        else if (first == '\f')
            column = 0;
        else
            return column;
    }
}

/* Skip lines without code. Return the indentation of the line that follows. */
static int skip_lines(struct qpy_scanner *s)
{
    for (;;) {
        int column = skip_indentation(s);
        if (qpy_peek(&s->cursor, 0) == '#')
            skip_comment(s);
        if (s->cursor.at == s->cursor.end || !qpy_is_break(*s->cursor.at))
            return column;
        qpy_advance(&s->cursor);
    }
}

/* Skip blanks, comments, and breaks that do not end the logical line. */
static void skip_blanks(struct qpy_scanner *s)
{
    while (s->cursor.at < s->cursor.end) {
        int first = qpy_peek(&s->cursor, 0);
        if (first == '#') {
            skip_comment(s);
        } else if (first == '\\' && qpy_is_break(qpy_peek(&s->cursor, 1))) {
            s->cursor.at++;
            qpy_advance(&s->cursor);
        } else if (first == ' ' || first == '\t' || first == '\f') {
            s->cursor.at++;
        } else if (s->nesting > 0 && qpy_is_break(first)) {
            qpy_advance(&s->cursor);
        } else {
            return;
        }
    }
}

/* Skip to the start of a logical line, and compare its indentation with those of the open suites. */
static enum qpy_token begin_line(struct qpy_scanner *s)
{
    int column = skip_lines(s);
    if (s->cursor.at == s->cursor.end)
        return QPY_TOKEN_END;
    s->in_statement = true;
    if (column > s->columns[s->indents]) {
        if (s->indents < QPY_INDENTS_MOST)
            s->columns[++s->indents] = column;
        return QPY_TOKEN_INDENT;
    }
    while (s->indents > s->dedents && column < s->columns[s->indents - s->dedents])
        s->dedents++;
    return s->dedents ? QPY_TOKEN_DEDENT : QPY_TOKEN_OTHER;
}

/* ---- tokens ------------------------------------------------------------------------------------------------------ */

/* Skip an operator. Of those of two characters, only those that begin with a colon or an at sign matter. */
static enum qpy_token skip_operator(struct qpy_scanner *s)
{
    int first = qpy_peek(&s->cursor, 0);
    bool pair = (first == ':' || first == '@') && qpy_peek(&s->cursor, 1) == '=';
    s->cursor.at += pair ? 2 : 1;
    s->nesting += qpy_is_of(first, QPY_OPEN);
    s->nesting -= qpy_is_of(first, QPY_CLOSE) && s->nesting > 0;
    return pair || (first != ':' && first != '@') ? QPY_TOKEN_OTHER : first == ':' ? QPY_TOKEN_COLON : QPY_TOKEN_AT;
}

/* Skip a name or a number. */
static enum qpy_token skip_word(struct qpy_scanner *s)
{
    const char *at = s->cursor.at;
    bool number = is_digit((unsigned char)*at);
    while (at < s->cursor.end && (qpy_words[(unsigned char)*at] || (number && *at == '.')))
        at++;
    s->cursor.at = at;
    return number ? QPY_TOKEN_OTHER : QPY_TOKEN_NAME;
}

static enum qpy_token skip_token(struct qpy_scanner *s)
{
    int first = qpy_peek(&s->cursor, 0);
    if (first < 0 || qpy_is_break(first)) {
        s->in_statement = false;
        return QPY_TOKEN_NEWLINE;
    }
    if (qpy_literal_skip(&s->cursor))
        return QPY_TOKEN_STRING;
    return qpy_is_word(first) ? skip_word(s) : skip_operator(s);
}

void qpy_scanner_init(struct qpy_scanner *s, const char *text, size_t size)
{
    *s = (struct qpy_scanner){.cursor = {text, text + size, 1}};
    if (size >= 3 && memcmp(text, "\xef\xbb\xbf", 3) == 0)
        s->cursor.at += 3;
}

enum qpy_token qpy_scanner_next(struct qpy_scanner *s)
{
    if (!s->in_statement) {
        enum qpy_token token = begin_line(s);
        if (token == QPY_TOKEN_INDENT || token == QPY_TOKEN_END)
            return token;
    }
    if (s->dedents) {
        s->dedents--;
        s->indents--;
        return QPY_TOKEN_DEDENT;
    }
    skip_blanks(s);
    s->start = s->cursor.at;
    s->start_line = s->cursor.line;
    enum qpy_token token = skip_token(s);
    s->end_line = s->cursor.line;
    if (token == QPY_TOKEN_NEWLINE && s->cursor.at < s->cursor.end)
        qpy_advance(&s->cursor);
    return token;
}

bool qpy_scanner_is(const struct qpy_scanner *s, const char *word)
{
    if (*s->start != *word) /* the usual case */
        return false;
    size_t length = strlen(word);
    return (size_t)(s->cursor.at - s->start) == length && memcmp(s->start, word, length) == 0;
}

int qpy_scanner_find_comments(const char *text, size_t size, kit_comment *comment, void *data)
{
    struct qpy_scanner scanner;
    qpy_scanner_init(&scanner, text, size);
    scanner.comment = comment;
    scanner.data = data;
    while (qpy_scanner_next(&scanner) != QPY_TOKEN_END)
        ;
    return scanner.cursor.line;
}
