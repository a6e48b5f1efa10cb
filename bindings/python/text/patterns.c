#include "bindings/python/text/patterns.h"

#include <stdbool.h>
#include <string.h>

#include "bindings/python/text/scanner.h"

/* ---- pragmas ----------------------------------------------------------------------------------------------------- */

/* Return the length of the blank at this place, 0 if there is none. Blanks are those of Python's \s in UTF-8,
 * except line breaks. */
static size_t blank_length(const char *at, const char *end)
{
    static const char *const wide[] = {"\xc2\x85",     "\xc2\xa0",     "\xe1\x9a\x80", "\xe2\x80\xa8",
                                       "\xe2\x80\xa9", "\xe2\x80\xaf", "\xe2\x81\x9f", "\xe3\x80\x80"};
    if (*at == ' ' || *at == '\t' || *at == '\v' || *at == '\f' || (*at >= 0x1c && *at <= 0x1f))
        return 1;
    if ((unsigned char)*at < 0x80)
        return 0;
    for (size_t i = 0; i < sizeof wide / sizeof *wide; i++)
        if ((size_t)(end - at) >= strlen(wide[i]) && memcmp(at, wide[i], strlen(wide[i])) == 0)
            return strlen(wide[i]);
    bool is_space =
        end - at >= 3 && memcmp(at, "\xe2\x80", 2) == 0 && (unsigned char)at[2] <= 0x8a; /* U+2000 to U+200A */
    return is_space ? 3 : 0;
}

static const char *skip_blanks(const char *at, const char *end)
{
    size_t length = 1;
    while (at < end && length) {
        length = blank_length(at, end);
        at += length;
    }
    return at;
}

/* If one of two words is at this place, return the text after it, else NULL. */
static const char *skip_word(const char *at, const char *end, const char *lower, const char *upper)
{
    size_t length = strlen(lower);
    if ((size_t)(end - at) < length || (memcmp(at, lower, length) != 0 && memcmp(at, upper, length) != 0))
        return NULL;
    return at + length;
}

/* Return whether a pragma begins after this '#'. */
static bool is_pragma(const char *at, const char *end, const char *lower, const char *upper)
{
    at = skip_word(skip_blanks(at, end), end, "pragma", "PRAGMA");
    if (at && at < end && *at == ':')
        at++;
    at = at ? skip_word(skip_blanks(at, end), end, "no", "NO") : NULL;
    return at && skip_word(skip_blanks(at, end), end, lower, upper);
}

/* A place in a text, and the number of its line. */
struct place {
    const char *at;
    int line;
};

/* Report the line of a match. Matches are reported in ascending order; `last` is the last one. */
static void report(struct place *last, const char *at, qpy_found *found, void *statements)
{
    last->line += qpy_count_breaks(last->at, at);
    last->at = at;
    found(statements, last->line);
}

/* Find the matches of #\s*(pragma|PRAGMA)[:\s]?\s*(no|NO)\s*(LOWER|UPPER) */
static void find_pragmas(const char *text, size_t size, const char *lower, const char *upper, qpy_found *found,
                         void *statements)
{
    const char *end = text + size;
    struct place last = {text, 1};
    for (const char *at = text; (at = memchr(at, '#', (size_t)(end - at)));)
        if (is_pragma(++at, end, lower, upper))
            report(&last, at, found, statements);
}

void qpy_patterns_no_cover(void *data, const char *text, size_t size, qpy_found *found, void *statements)
{
    (void)data;
    find_pragmas(text, size, "cover", "COVER", found, statements);
}

/* Return the place before a word, if the text that ends here ends with it, else NULL. */
static const char *before_word(const char *start, const char *end, const char *word)
{
    size_t length = strlen(word);
    bool ends = start && end && (size_t)(end - start) >= length && memcmp(end - length, word, length) == 0;
    return ends ? end - length : NULL;
}

/* Return whether the text that ends at this colon matches (while|if) (True|1|False|0): */
static bool is_constant(const char *start, const char *colon)
{
    static const char *const values[] = {"True", "1", "False", "0"};
    if (colon == start || !strchr("e10", colon[-1]))
        return false;
    for (size_t i = 0; i < sizeof values / sizeof *values; i++) {
        const char *value = before_word(start, colon, values[i]);
        if (before_word(start, value, "while ") || before_word(start, value, "if "))
            return true;
    }
    return false;
}

void qpy_patterns_no_branch(void *data, const char *text, size_t size, qpy_found *found, void *statements)
{
    (void)data;
    const char *end = text + size;
    struct place last = {text, 1};
    for (const char *at = text; (at = memchr(at, ':', (size_t)(end - at))); at++)
        if (is_constant(text, at))
            report(&last, at, found, statements);
    find_pragmas(text, size, "branch", "BRANCH", found, statements);
}

/* ---- regular expressions ----------------------------------------------------------------------------------------- */

/* One line of a text, without its break. */
struct text_line {
    int number;
    const char *start;
    const char *end;
};

/* Go to the next line of a text. Return false at the end. At first, all fields are 0. */
static bool next_line(struct text_line *line, const char *text, size_t size)
{
    const char *text_end = text + size;
    const char *start = line->number ? qpy_after_break(line->end, text_end) : text;
    if (start == text_end || (line->number && start == line->end))
        return false;
    line->number++;
    line->start = start;
    for (line->end = start; line->end < text_end && *line->end != '\n' && *line->end != '\r'; line->end++)
        ;
    return true;
}

static bool matches(PyObject *search, const struct text_line *line)
{
    PyObject *text = PyUnicode_DecodeUTF8(line->start, line->end - line->start, "replace");
    PyObject *match = text ? PyObject_CallOneArg(search, text) : NULL;
    bool found = match && match != Py_None;
    Py_XDECREF(match);
    Py_XDECREF(text);
    PyErr_Clear();
    return found;
}

void qpy_patterns_search(void *data, const char *text, size_t size, qpy_found *found, void *statements)
{
    for (struct text_line line = {0}; next_line(&line, text, size);)
        if (matches(data, &line))
            found(statements, line.number);
}

/* ---- expressions for several lines ------------------------------------------------------------------------------- */

/* Return the text with line breaks "\n"; NULL with an exception if out of memory. */
static PyObject *decode(const char *text, size_t size)
{
    PyObject *decoded = PyUnicode_DecodeUTF8(text, (Py_ssize_t)size, "replace");
    static const char *const breaks[] = {"\r\n", "\r"};
    for (size_t i = 0; decoded && i < 2 && memchr(text, '\r', size); i++) {
        PyObject *replaced = PyObject_CallMethod(decoded, "replace", "ss", breaks[i], "\n");
        Py_DECREF(decoded);
        decoded = replaced;
    }
    return decoded;
}

/* A position in a decoded text, and the number of its line. */
struct position {
    Py_ssize_t at;
    int line;
};

static void advance(struct position *position, PyObject *text, Py_ssize_t to)
{
    for (; position->at < to; position->at++)
        position->line += PyUnicode_ReadChar(text, position->at) == '\n';
}

/* Report the lines of a match. The position is that of the match before. Return false with an exception on failure. */
static bool report_match(struct position *position, PyObject *text, PyObject *match, qpy_found *found, void *statements)
{
    Py_ssize_t start, end;
    PyObject *span = PyObject_CallMethod(match, "span", NULL);
    bool ok = span && PyArg_ParseTuple(span, "nn", &start, &end);
    if (ok) {
        advance(position, text, start);
        struct position last = *position;
        advance(&last, text, end);
        for (int line = position->line; line <= last.line; line++)
            found(statements, line);
    }
    Py_XDECREF(span);
    return ok;
}

void qpy_patterns_find_all(void *data, const char *text, size_t size, qpy_found *found, void *statements)
{
    struct position position = {0, 1};
    PyObject *decoded = decode(text, size);
    PyObject *matches_found = decoded ? PyObject_CallOneArg(data, decoded) : NULL;
    PyObject *match;
    while (matches_found && (match = PyIter_Next(matches_found))) {
        bool ok = report_match(&position, decoded, match, found, statements);
        Py_DECREF(match);
        if (!ok)
            break;
    }
    Py_XDECREF(matches_found);
    Py_XDECREF(decoded);
    PyErr_Clear();
}
