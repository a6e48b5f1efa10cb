#include "bindings/python/text/logical.h"

#include <stdlib.h>
#include <string.h>

#include "bindings/kit/strings.h"
#include "bindings/python/text/scanner.h"

/* State of a statement that may be only a string. */
enum only {
    ONLY_BEGINS, /* no string so far, but perhaps opening brackets */
    ONLY_STRING,
    ONLY_ENDED, /* by a semicolon */
    ONLY_NOT
};

struct reading {
    struct qpy_scanner scanner;
    struct qpy_logical line; /* line that is read; lines.first is 0 before it begins */
    enum only only;
    struct qpy_lines strings; /* of that statement */
    bool begins_suite;        /* the next line is the first of a suite */
};

/* ---- a line ------------------------------------------------------------------------------------------------------ */

static void begin(struct reading *r, enum qpy_token token)
{
    const struct qpy_scanner *s = &r->scanner;
    r->line =
        (struct qpy_logical){.lines.first = s->start_line, .indents = s->indents, .begins_suite = r->begins_suite};
    r->only = ONLY_BEGINS;
    r->begins_suite = false;
    if (token == QPY_TOKEN_STRING)
        r->line.string = (struct qpy_lines){s->start_line, s->end_line};
    else if (token == QPY_TOKEN_AT)
        r->line.kind = QPY_LOGICAL_DECORATOR;
    else if (token == QPY_TOKEN_NAME && qpy_scanner_is(s, "assert"))
        r->line.kind = QPY_LOGICAL_ASSERT;
}

/* Take a name. The word after "async" may be "def". */
static void take_name(struct reading *r)
{
    if (qpy_scanner_is(&r->scanner, "class"))
        r->line.kind = QPY_LOGICAL_CLASS;
    else if (qpy_scanner_is(&r->scanner, "def"))
        r->line.kind = QPY_LOGICAL_FUNCTION;
}

static void take_colon(struct reading *r)
{
    int line = r->scanner.end_line;
    if (r->scanner.nesting)
        return;
    r->line.colons.first = r->line.colons.first ? r->line.colons.first : line;
    r->line.colons.last = line;
    r->only = ONLY_BEGINS;
    r->line.text = (struct qpy_lines){0};
}

/* Return whether the last token is a string that may be a docstring. */
static bool is_text(const struct qpy_scanner *s)
{
    return strspn(s->start, "rRuU") == strcspn(s->start, "'\"");
}

/* Follow a statement that may be only a string. */
static void follow_only(struct reading *r, enum qpy_token token)
{
    const struct qpy_scanner *s = &r->scanner;
    int sign = s->start < s->cursor.end ? *s->start : -1;
    if (r->only == ONLY_ENDED || token == QPY_TOKEN_COLON)
        return;
    if (token == QPY_TOKEN_STRING && r->only != ONLY_NOT && is_text(s)) {
        r->strings.first = r->only == ONLY_BEGINS ? s->start_line : r->strings.first;
        r->strings.last = s->end_line;
        r->only = ONLY_STRING;
        return;
    }
    bool bracket = (r->only == ONLY_BEGINS && sign == '(') || (r->only == ONLY_STRING && sign == ')');
    bool ends = r->only == ONLY_STRING && (token == QPY_TOKEN_NEWLINE || sign == ';');
    if (ends)
        r->line.text = r->strings;
    if (!bracket)
        r->only = ends ? ONLY_ENDED : ONLY_NOT;
}

/* ---- all lines --------------------------------------------------------------------------------------------------- */

static bool add(struct qpy_logicals *logicals, const struct reading *r)
{
    struct qpy_logical *items = kit_array_more(logicals->items, (size_t)logicals->count, sizeof *items);
    if (!items)
        return false;
    logicals->items = items;
    logicals->items[logicals->count] = r->line;
    logicals->items[logicals->count++].lines.last = r->scanner.end_line;
    return true;
}

/* Take a token. Return false if out of memory. */
static bool take(struct qpy_logicals *logicals, struct reading *r, enum qpy_token token)
{
    if (token == QPY_TOKEN_INDENT || token == QPY_TOKEN_DEDENT) {
        r->begins_suite = token == QPY_TOKEN_INDENT;
        return true;
    }
    bool is_empty = !r->line.lines.first && token == QPY_TOKEN_NEWLINE; /* only a backslash */
    if (is_empty)
        return true;
    if (!r->line.lines.first)
        begin(r, token);
    if (token == QPY_TOKEN_NAME)
        take_name(r);
    else if (token == QPY_TOKEN_COLON)
        take_colon(r);
    follow_only(r, token);
    bool ok = token != QPY_TOKEN_NEWLINE || add(logicals, r);
    if (token == QPY_TOKEN_NEWLINE)
        r->line.lines.first = 0;
    return ok;
}

bool qpy_logicals_init(struct qpy_logicals *logicals, const char *text, size_t size)
{
    struct reading reading = {.begins_suite = true};
    *logicals = (struct qpy_logicals){0};
    qpy_scanner_init(&reading.scanner, text, size);
    bool ok = true;
    for (enum qpy_token token; ok && (token = qpy_scanner_next(&reading.scanner)) != QPY_TOKEN_END;)
        ok = take(logicals, &reading, token);
    return ok;
}

void qpy_logicals_fini(struct qpy_logicals *logicals)
{
    free(logicals->items);
    *logicals = (struct qpy_logicals){0};
}

int qpy_logicals_end(const struct qpy_logicals *logicals, int index)
{
    int end = index + 1;
    while (end < logicals->count && logicals->items[end].indents > logicals->items[index].indents)
        end++;
    return end;
}
