#include "bindings/python/text/scanner.h"

#include <string.h>

/* Greatest number of f-strings and fields inside each other; CPython 3.12 accepts 150 f-strings. */
#define NESTED_MOST 400

static int peek(const struct qpy_scanner *s, int ahead)
{
    return s->end - s->at > ahead ? (unsigned char)s->at[ahead] : -1;
}

const char *qpy_scanner_after_break(const char *at, const char *end)
{
    if (end - at >= 2 && at[0] == '\r' && at[1] == '\n')
        return at + 2;
    return at < end && (*at == '\n' || *at == '\r') ? at + 1 : at;
}

static bool is_break(int character)
{
    return character == '\n' || character == '\r';
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

/* Skip one character; a line break is one. */
static void advance(struct qpy_scanner *s)
{
    const char *after = qpy_scanner_after_break(s->at, s->end);
    s->line += after != s->at;
    s->at = after != s->at ? after : s->at + 1;
}

/* Characters above ASCII are parts of names. */
static const bool words[256] = {
    ['0' ... '9'] = true, ['A' ... 'Z'] = true, ['_'] = true, ['a' ... 'z'] = true, [0x80 ... 0xff] = true};

static bool is_word(int character)
{
    return character >= 0 && words[character];
}

#define PREFIX 1 /* part of the prefix of a string */
#define FORMAT 2 /* part of the prefix of a string with fields */
#define RAW    4 /* part of the prefix of a string without escapes */
#define OPEN   8
#define CLOSE  16

static const unsigned char classes[256] = {['b'] = PREFIX,
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

static bool is_of(int character, int class)
{
    return character >= 0 && classes[character] & class;
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

/* ---- strings ----------------------------------------------------------------------------------------------------- */

struct quotes {
    char character;
    int count; /* 1 or 3 */
    bool formatted;
    bool raw;
};

static void skip_string(struct qpy_scanner *s, bool formatted, bool raw, int depth);

/* If the next word is the prefix of a string, skip it. Return whether a string begins there. */
static bool skip_prefix(struct qpy_scanner *s, bool *formatted, bool *raw)
{
    int length = 0;
    *formatted = *raw = false;
    for (; length < 3 && is_of(peek(s, length), PREFIX); length++) {
        *formatted = *formatted || is_of(peek(s, length), FORMAT);
        *raw = *raw || is_of(peek(s, length), RAW);
    }
    if (peek(s, length) != '"' && peek(s, length) != '\'')
        return false;
    s->at += length;
    return true;
}

static bool is_closed(const struct qpy_scanner *s, const struct quotes *quotes)
{
    for (int i = 0; i < quotes->count; i++)
        if (peek(s, i) != quotes->character)
            return false;
    return true;
}

/* Skip a backslash in a string, and the character after it. In an f-string, a brace after it is no part of the
 * escape, but \N{NAME} is one. */
static void skip_escape(struct qpy_scanner *s, const struct quotes *quotes)
{
    s->at++;
    if (quotes->formatted && (peek(s, 0) == '{' || peek(s, 0) == '}'))
        return;
    bool named = quotes->formatted && !quotes->raw && peek(s, 0) == 'N' && peek(s, 1) == '{';
    if (s->at < s->end)
        advance(s);
    while (named && s->at < s->end && !is_break(*s->at) && *s->at != '}')
        s->at++;
}

static void skip_field(struct qpy_scanner *s, const struct quotes *quotes, int depth);

/* Skip the format of a field, which may have fields, up to the brace that ends the field. */
static void skip_format(struct qpy_scanner *s, const struct quotes *quotes, int depth)
{
    while (s->at < s->end && *s->at != '}' && !is_closed(s, quotes)) {
        if (*s->at == '{')
            skip_field(s, quotes, depth + 1);
        else if (*s->at == '\\')
            skip_escape(s, quotes);
        else if (is_break(*s->at) && quotes->count == 1)
            return;
        else
            advance(s);
    }
}

/* Skip a field of an f-string: an expression in braces, perhaps with a format. Before 3.12, the quotes of the f-string
 * end it anywhere. Since 3.12 they may be those of a string inside the expression, which earlier versions reject. */
static void skip_field(struct qpy_scanner *s, const struct quotes *quotes, int depth)
{
    int nesting = 0;
    s->at++;
    while (s->at < s->end) {
        bool formatted, raw;
        int first = peek(s, 0);
        if (first == '}' && nesting == 0) {
            s->at++;
            return;
        }
        if (first == ':' && nesting == 0) {
            s->at++;
            skip_format(s, quotes, depth);
        } else if (depth < NESTED_MOST && skip_prefix(s, &formatted, &raw)) {
            skip_string(s, formatted, raw, depth + 1);
        } else if (is_word(first)) {
            while (is_word(peek(s, 0)))
                s->at++;
        } else if (first == '#') {
            while (s->at < s->end && !is_break(*s->at))
                s->at++;
        } else {
            nesting += is_of(first, OPEN) - is_of(first, CLOSE);
            advance(s);
        }
    }
}

/* Skip one character of a string, and those after it that have no meaning in it. */
static void skip_characters(struct qpy_scanner *s, char quote)
{
    advance(s);
    while (s->at < s->end && *s->at != quote && *s->at != '\\' && *s->at != '{' && !is_break(*s->at))
        s->at++;
}

/* Skip a string, which begins here with its quotes. */
static void skip_string(struct qpy_scanner *s, bool formatted, bool raw, int depth)
{
    char quote = *s->at;
    bool triple = peek(s, 1) == quote && peek(s, 2) == quote;
    const struct quotes quotes = {quote, triple ? 3 : 1, formatted && depth < NESTED_MOST, raw};
    s->at += quotes.count;
    while (s->at < s->end) {
        if (is_closed(s, &quotes)) {
            s->at += quotes.count;
            return;
        }
        if (*s->at == '\\')
            skip_escape(s, &quotes);
        else if (is_break(*s->at) && !triple)
            return; /* invalid */
        else if (quotes.formatted && *s->at == '{' && peek(s, 1) != '{')
            skip_field(s, &quotes, depth);
        else if (quotes.formatted && *s->at == '{')
            s->at += 2;
        else
            skip_characters(s, quote);
    }
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
    while (at < s->end && (words[(unsigned char)*at] || (number && *at == '.')))
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
    if (may_be_string && skip_prefix(s, &formatted, &raw)) {
        skip_string(s, formatted, raw, 0);
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
