#include "bindings/lua/text/scanner.h"

#include <ctype.h>
#include <string.h>

static int peek(const struct qlua_scanner *s, int ahead)
{
    return s->end - s->at > ahead ? (unsigned char)s->at[ahead] : -1;
}

static void advance(struct qlua_scanner *s)
{
    if (*s->at++ == '\n')
        s->line++;
}

static void skip_line(struct qlua_scanner *s)
{
    while (s->at < s->end && *s->at != '\n')
        s->at++;
}

/* Return the number of '=' if a long bracket is at this '[' or ']', else -1. */
static int long_bracket(const struct qlua_scanner *s)
{
    int level = 0;
    while (peek(s, level + 1) == '=')
        level++;
    return peek(s, level + 1) == *s->at ? level : -1;
}

static void skip_long(struct qlua_scanner *s, int level)
{
    s->at += level + 2;
    while (s->at < s->end) {
        if (*s->at == ']' && long_bracket(s) == level) {
            s->at += level + 2;
            return;
        }
        advance(s);
    }
}

static void skip_comment(struct qlua_scanner *s)
{
    s->at += 2;
    int level = peek(s, 0) == '[' ? long_bracket(s) : -1;
    if (level >= 0) {
        skip_long(s, level);
        return;
    }
    while (peek(s, 0) == '-' || peek(s, 0) == ' ' || peek(s, 0) == '\t')
        s->at++;
    const char *start = s->at;
    skip_line(s);
    if (s->comment)
        s->comment(s->data, start, (size_t)(s->at - start), s->line, s->code_line == s->line);
}

/* Return the length of the attribute that begins at this '<', including its brackets; 0 if no attribute begins here. */
static int attribute(const struct qlua_scanner *s)
{
    static const char *const words[] = {"const", "close"};
    int start = 1;
    while (isspace(peek(s, start)))
        start++;
    for (size_t i = 0; i < sizeof words / sizeof *words; i++) {
        int end = start + (int)strlen(words[i]);
        if (s->end - s->at < end || memcmp(s->at + start, words[i], strlen(words[i])) != 0)
            continue;
        while (isspace(peek(s, end)))
            end++;
        return peek(s, end) == '>' ? end + 1 : 0;
    }
    return 0;
}

static void skip_blank(struct qlua_scanner *s)
{
    while (s->at < s->end) {
        int left = peek(s, 0) == '<' ? attribute(s) : isspace(peek(s, 0)) != 0;
        if (left == 0 && peek(s, 0) == '-' && peek(s, 1) == '-')
            skip_comment(s);
        else if (left == 0)
            return;
        for (; left > 0; left--)
            advance(s);
    }
}

static enum qlua_token take(struct qlua_scanner *s, enum qlua_token token, const char *start, const char *end)
{
    size_t length = end - start < QLUA_TOKEN_LONGEST ? (size_t)(end - start) : 0;
    memcpy(s->text, start, length);
    s->text[length] = '\0';
    s->code_line = s->line;
    return token;
}

/* Skip a backslash in a string, the escaped character, and after \z all blanks. */
static void skip_escape(struct qlua_scanner *s)
{
    advance(s);
    bool blanks = peek(s, 0) == 'z';
    if (s->at < s->end)
        advance(s);
    while (blanks && isspace(peek(s, 0)))
        advance(s);
}

static enum qlua_token read_string(struct qlua_scanner *s)
{
    char quote = *s->at++;
    const char *start = s->at;
    while (s->at < s->end && *s->at != quote && *s->at != '\n') {
        if (*s->at == '\\')
            skip_escape(s);
        else
            advance(s);
    }
    const char *end = s->at;
    if (s->at < s->end && *s->at == quote)
        s->at++;
    return take(s, QLUA_TOKEN_STRING, start, end);
}

static enum qlua_token read_word(struct qlua_scanner *s)
{
    static const struct {
        const char *text;
        enum qlua_token token;
    } keywords[] = {{"function", QLUA_TOKEN_FUNCTION}, {"and", QLUA_TOKEN_LOGIC},    {"or", QLUA_TOKEN_LOGIC},
                    {"if", QLUA_TOKEN_OPENER},         {"do", QLUA_TOKEN_OPENER},    {"repeat", QLUA_TOKEN_OPENER},
                    {"end", QLUA_TOKEN_CLOSER},        {"until", QLUA_TOKEN_CLOSER}, {"else", QLUA_TOKEN_OTHER},
                    {"elseif", QLUA_TOKEN_OTHER},      {"for", QLUA_TOKEN_OTHER},    {"in", QLUA_TOKEN_OTHER},
                    {"local", QLUA_TOKEN_OTHER},       {"not", QLUA_TOKEN_OTHER},    {"return", QLUA_TOKEN_OTHER},
                    {"then", QLUA_TOKEN_OTHER},        {"while", QLUA_TOKEN_OTHER}};
    const char *start = s->at;
    while (isalnum(peek(s, 0)) || peek(s, 0) == '_')
        s->at++;
    take(s, QLUA_TOKEN_NAME, start, s->at);
    for (size_t i = 0; i < sizeof keywords / sizeof *keywords; i++)
        if (*s->text == *keywords[i].text && strcmp(s->text, keywords[i].text) == 0)
            return keywords[i].token;
    return QLUA_TOKEN_NAME;
}

static enum qlua_token read_number(struct qlua_scanner *s)
{
    const char *start = s->at;
    while (isalnum(peek(s, 0)) || peek(s, 0) == '.')
        s->at++;
    return take(s, QLUA_TOKEN_OTHER, start, s->at);
}

/* Read a sign. Recognize only those signs of two characters that would otherwise be mistaken for '=', '.' or ':'. */
static enum qlua_token read_sign(struct qlua_scanner *s)
{
    const char *start = s->at;
    int first = peek(s, 0);
    int second = peek(s, 1);
    bool pair = (second == '=' && strchr("=~<>", first)) || (second == first && strchr(".:", first));
    s->at += pair ? 2 : 1;
    return take(s, QLUA_TOKEN_SIGN, start, s->at);
}

void qlua_scanner_init(struct qlua_scanner *s, const char *text, size_t size)
{
    *s = (struct qlua_scanner){.at = text, .end = text + size, .line = 1};
    if (size >= 3 && memcmp(text, "\xef\xbb\xbf", 3) == 0)
        s->at += 3;
    if (peek(s, 0) == '#')
        skip_line(s);
}

enum qlua_token qlua_scanner_next(struct qlua_scanner *s)
{
    skip_blank(s);
    int first = peek(s, 0);
    if (first < 0)
        return QLUA_TOKEN_END;
    if (isalpha(first) || first == '_')
        return read_word(s);
    if (isdigit(first))
        return read_number(s);
    if (first == '"' || first == '\'')
        return read_string(s);
    if (first == '[' && long_bracket(s) >= 0) {
        skip_long(s, long_bracket(s));
        return take(s, QLUA_TOKEN_STRING, s->at, s->at);
    }
    return read_sign(s);
}

int qlua_scanner_find_comments(const char *text, size_t size, kit_comment *comment, void *data)
{
    struct qlua_scanner scanner;
    qlua_scanner_init(&scanner, text, size);
    scanner.comment = comment;
    scanner.data = data;
    while (qlua_scanner_next(&scanner) != QLUA_TOKEN_END)
        ;
    return scanner.line;
}
