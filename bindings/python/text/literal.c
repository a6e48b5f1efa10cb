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

static void skip_string(struct qpy_cursor *c, bool formatted, bool raw, int depth);

/* If the next word is the prefix of a string, skip it. Return whether a string begins there. */
static bool skip_prefix(struct qpy_cursor *c, bool *formatted, bool *raw)
{
    int length = 0;
    *formatted = *raw = false;
    for (; length < 3 && qpy_is_of(qpy_peek(c, length), QPY_PREFIX); length++) {
        *formatted = *formatted || qpy_is_of(qpy_peek(c, length), QPY_FORMAT);
        *raw = *raw || qpy_is_of(qpy_peek(c, length), QPY_RAW);
    }
    if (qpy_peek(c, length) != '"' && qpy_peek(c, length) != '\'')
        return false;
    c->at += length;
    return true;
}

static bool is_closed(const struct qpy_cursor *c, const struct quotes *quotes)
{
    for (int i = 0; i < quotes->count; i++)
        if (qpy_peek(c, i) != quotes->character)
            return false;
    return true;
}

/* Skip a backslash in a string, and the character after it. In an f-string, a brace after it is no part of the
 * escape, but \N{NAME} is one. */
static void skip_escape(struct qpy_cursor *c, const struct quotes *quotes)
{
    c->at++;
    if (quotes->formatted && (qpy_peek(c, 0) == '{' || qpy_peek(c, 0) == '}'))
        return;
    bool named = quotes->formatted && !quotes->raw && qpy_peek(c, 0) == 'N' && qpy_peek(c, 1) == '{';
    if (c->at < c->end)
        qpy_advance(c);
    while (named && c->at < c->end && !qpy_is_break(*c->at) && *c->at != '}')
        c->at++;
}

static void skip_field(struct qpy_cursor *c, const struct quotes *quotes, int depth);

/* Skip the format of a field, which may have fields, up to the brace that ends the field. */
static void skip_format(struct qpy_cursor *c, const struct quotes *quotes, int depth)
{
    while (c->at < c->end && *c->at != '}' && !is_closed(c, quotes)) {
        if (*c->at == '{' && depth < NESTED_MOST)
            skip_field(c, quotes, depth + 1);
        else if (*c->at == '\\')
            skip_escape(c, quotes);
        else if (qpy_is_break(*c->at) && quotes->count == 1)
            return;
        else
            qpy_advance(c);
    }
}

/* Skip a field of an f-string: an expression in braces, perhaps with a format. Before 3.12, the quotes of the f-string
 * end it anywhere. Since 3.12 they may be those of a string inside the expression, which earlier versions reject. */
static void skip_field(struct qpy_cursor *c, const struct quotes *quotes, int depth)
{
    int nesting = 0;
    c->at++;
    while (c->at < c->end) {
        bool formatted, raw;
        int first = qpy_peek(c, 0);
        if (first == '}' && nesting == 0) {
            c->at++;
            return;
        }
        if (first == ':' && nesting == 0) {
            c->at++;
            skip_format(c, quotes, depth);
        } else if (depth < NESTED_MOST && skip_prefix(c, &formatted, &raw)) {
            skip_string(c, formatted, raw, depth + 1);
        } else if (qpy_is_word(first)) {
            while (qpy_is_word(qpy_peek(c, 0)))
                c->at++;
        } else if (first == '#') {
            while (c->at < c->end && !qpy_is_break(*c->at))
                c->at++;
        } else {
            nesting += qpy_is_of(first, QPY_OPEN) - qpy_is_of(first, QPY_CLOSE);
            qpy_advance(c);
        }
    }
}

/* Skip one character of a string, and those after it that have no meaning in it. */
static void skip_characters(struct qpy_cursor *c, char quote)
{
    qpy_advance(c);
    while (c->at < c->end && *c->at != quote && *c->at != '\\' && *c->at != '{' && !qpy_is_break(*c->at))
        c->at++;
}

/* Skip a string, which begins here with its quotes. */
static void skip_string(struct qpy_cursor *c, bool formatted, bool raw, int depth)
{
    char quote = *c->at;
    bool triple = qpy_peek(c, 1) == quote && qpy_peek(c, 2) == quote;
    const struct quotes quotes = {quote, triple ? 3 : 1, formatted && depth < NESTED_MOST, raw};
    c->at += quotes.count;
    while (c->at < c->end) {
        if (is_closed(c, &quotes)) {
            c->at += quotes.count;
            return;
        }
        if (*c->at == '\\')
            skip_escape(c, &quotes);
        else if (qpy_is_break(*c->at) && !triple)
            return; /* invalid */
        else if (quotes.formatted && *c->at == '{' && qpy_peek(c, 1) != '{')
            skip_field(c, &quotes, depth);
        else if (quotes.formatted && *c->at == '{')
            c->at += 2;
        else
            skip_characters(c, quote);
    }
}

bool qpy_literal_skip(struct qpy_cursor *c)
{
    bool formatted, raw;
    int first = qpy_peek(c, 0);
    bool may_begin = qpy_is_of(first, QPY_PREFIX) || first == '"' || first == '\'';
    if (!may_begin || !skip_prefix(c, &formatted, &raw))
        return false;
    skip_string(c, formatted, raw, 0);
    return true;
}
