#include "bindings/python/text/literal.h"

#include "bindings/python/text/characters.h"

/* Greatest number of f-strings and fields inside each other; CPython 3.12 accepts 150 f-strings. */
#define NESTED_MOST 400

struct quotes {
    char character;
    int count; /* 1 or 3 */
    bool formatted;
    bool raw;
};

static void skip_string(struct qpy_scanner *s, bool formatted, bool raw, int depth);

bool qpy_literal_skip_prefix(struct qpy_scanner *s, bool *formatted, bool *raw)
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
        if (*s->at == '{' && depth < NESTED_MOST)
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
        } else if (depth < NESTED_MOST && qpy_literal_skip_prefix(s, &formatted, &raw)) {
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

void qpy_literal_skip(struct qpy_scanner *s, bool formatted, bool raw)
{
    skip_string(s, formatted, raw, 0);
}
