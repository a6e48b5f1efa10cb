#include "bindings/python/text/scanner.h"

#include <string.h>

#include "bindings/python/text/characters.h"
#include "bindings/python/text/literal.h"

const bool qpy_words[256] = {
    ['0' ... '9'] = true, ['A' ... 'Z'] = true, ['_'] = true, ['a' ... 'z'] = true, [0x80 ... 0xff] = true};

const unsigned char qpy_classes[256] = {['b'] = PREFIX,
                                        ['B'] = PREFIX,
                                        ['u'] = PREFIX,
                                        ['U'] = PREFIX,
                                        ['f'] = PREFIX | FORMAT,
                                        ['F'] = PREFIX | FORMAT,
                                        ['t'] = PREFIX | FORMAT,
                                        ['T'] = PREFIX | FORMAT,
                                        ['r'] = PREFIX | RAW,
                                        ['R'] = PREFIX | RAW,
                                        ['('] = OPEN,
                                        ['['] = OPEN,
                                        ['{'] = OPEN,
                                        [')'] = CLOSE,
                                        [']'] = CLOSE,
                                        ['}'] = CLOSE};

const char *qpy_scanner_after_break(const char *at, const char *end)
{
    if (end - at >= 2 && at[0] == '\r' && at[1] == '\n')
        return at + 2;
    return at < end && (*at == '\n' || *at == '\r') ? at + 1 : at;
}

int qpy_scanner_count_breaks(const char *at, const char *end)
{
    int count = 0;
    for (const char *feed = at; (feed = memchr(feed, '\n', (size_t)(end - feed))); feed++)
        count++;
    for (const char *other = at; (other = memchr(other, '\r', (size_t)(end - other))); other++)
        count += other + 1 == end || other[1] != '\n';
    return count;
}

static bool is_digit(int character)
{
    return character >= '0' && character <= '9';
}

static void skip_comment(struct qpy_scanner *s)
{
    const char *start = ++s->at;
    while (s->at < s->end && !is_break(*s->at))
        s->at++;
    if (s->comment)
        s->comment(s->data, start, (size_t)(s->at - start), s->line, s->end_line == s->line);
}

/* ---- lines ------------------------------------------------------------------------------------------------------- */

/* Skip the blanks at the start of a line. Return its indentation; a tab leads to the next multiple of 8. */
static int skip_indentation(struct qpy_scanner *s)
{
    int column = 0;
    for (;; s->at++) {
        int first = peek(s, 0);
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
        if (peek(s, 0) == '#')
            skip_comment(s);
        if (s->at == s->end || !is_break(*s->at))
            return column;
        advance(s);
    }
}

/* Skip blanks, comments, and breaks that do not end the logical line. */
static void skip_blanks(struct qpy_scanner *s)
{
    while (s->at < s->end) {
        int first = peek(s, 0);
        if (first == '#') {
            skip_comment(s);
        } else if (first == '\\' && is_break(peek(s, 1))) {
            s->at++;
            advance(s);
        } else if (first == ' ' || first == '\t' || first == '\f') {
            s->at++;
        } else if (s->nesting > 0 && is_break(first)) {
            advance(s);
        } else {
            return;
        }
    }
}

/* Skip to the start of a logical line, and compare its indentation with those of the open suites. */
static enum qpy_token begin_line(struct qpy_scanner *s)
{
    int column = skip_lines(s);
    if (s->at == s->end)
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
    int first = peek(s, 0);
    bool pair = (first == ':' || first == '@') && peek(s, 1) == '=';
    s->at += pair ? 2 : 1;
    s->nesting += is_of(first, OPEN);
    s->nesting -= is_of(first, CLOSE) && s->nesting > 0;
    return pair || (first != ':' && first != '@') ? QPY_TOKEN_OTHER : first == ':' ? QPY_TOKEN_COLON : QPY_TOKEN_AT;
}

/* Skip a name or a number. */
static enum qpy_token skip_word(struct qpy_scanner *s)
{
    const char *at = s->at;
    bool number = is_digit((unsigned char)*at);
    while (at < s->end && (qpy_words[(unsigned char)*at] || (number && *at == '.')))
        at++;
    s->at = at;
    return number ? QPY_TOKEN_OTHER : QPY_TOKEN_NAME;
}

static enum qpy_token skip_token(struct qpy_scanner *s)
{
    bool formatted, raw;
    int first = peek(s, 0);
    if (first < 0 || is_break(first)) {
        s->in_statement = false;
        return QPY_TOKEN_NEWLINE;
    }
    bool may_be_string = is_of(first, PREFIX) || first == '"' || first == '\'';
    if (may_be_string && qpy_literal_skip_prefix(s, &formatted, &raw)) {
        qpy_literal_skip(s, formatted, raw);
        return QPY_TOKEN_STRING;
    }
    return is_word(first) ? skip_word(s) : skip_operator(s);
}

void qpy_scanner_init(struct qpy_scanner *s, const char *text, size_t size)
{
    *s = (struct qpy_scanner){.at = text, .end = text + size, .line = 1};
    if (size >= 3 && memcmp(text, "\xef\xbb\xbf", 3) == 0)
        s->at += 3;
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
    s->start = s->at;
    s->start_line = s->line;
    enum qpy_token token = skip_token(s);
    s->end_line = s->line;
    if (token == QPY_TOKEN_NEWLINE && s->at < s->end)
        advance(s);
    return token;
}

bool qpy_scanner_is(const struct qpy_scanner *s, const char *word)
{
    if (*s->start != *word) /* mostly */
        return false;
    size_t length = strlen(word);
    return (size_t)(s->at - s->start) == length && memcmp(s->start, word, length) == 0;
}

int qpy_scanner_find_comments(const char *text, size_t size, kit_comment *comment, void *data)
{
    struct qpy_scanner scanner;
    qpy_scanner_init(&scanner, text, size);
    scanner.comment = comment;
    scanner.data = data;
    while (qpy_scanner_next(&scanner) != QPY_TOKEN_END)
        ;
    return scanner.line;
}
