#include "names.h"

#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "scanner.h"

#define LONGEST 160 /* a path longer than this is no name */
#define DEEPEST 200 /* what opens deeper has no names */

enum token { END, NAME, STRING, OTHER, KEYWORD_FUNCTION, KEYWORD_LOCAL, OPENER, CLOSER };

struct scan {
    struct qp_scanner text;
    char word[LONGEST];   /* text of the last token; OTHER: its character */
    char path[LONGEST];   /* a.b.c as far as read; empty when something else stood last */
    char target[LONGEST]; /* what stands before the last `=` if that is the last token, else empty */
    bool listed;          /* the path is one of several: a, b = ... */
    char joined;          /* the last token if it was . : or [ after a path, else 0 */
    int depth;
    struct {
        bool table;         /* '{', else a block that `end` closes */
        char path[LONGEST]; /* of the table */
    } nest[DEEPEST];
};

static enum token token_of_word(const char *word)
{
    static const struct {
        const char *word;
        enum token token;
    } keywords[] = {{"function", KEYWORD_FUNCTION},
                    {"local", KEYWORD_LOCAL},
                    {"if", OPENER},
                    {"do", OPENER},
                    {"repeat", OPENER},
                    {"end", CLOSER},
                    {"until", CLOSER},
                    {"return", OTHER},
                    {"then", OTHER},
                    {"else", OTHER},
                    {"elseif", OTHER},
                    {"in", OTHER},
                    {"and", OTHER},
                    {"or", OTHER},
                    {"not", OTHER},
                    {"while", OTHER},
                    {"for", OTHER}};
    for (size_t i = 0; i < sizeof keywords / sizeof *keywords; i++)
        if (strcmp(word, keywords[i].word) == 0)
            return keywords[i].token;
    return NAME;
}

static enum token read_token(struct scan *s)
{
    enum qp_token token = qp_scanner_next(&s->text);
    size_t length = token != QP_TOKEN_END && s->text.length < LONGEST ? s->text.length : 0;
    memcpy(s->word, s->text.word, length);
    s->word[length] = '\0';
    switch (token) {
    case QP_TOKEN_END:
        return END;
    case QP_TOKEN_WORD:
        return token_of_word(s->word);
    case QP_TOKEN_STRING:
        return STRING;
    default:
        return OTHER;
    }
}

static void join(char *path, const char *between, const char *word)
{
    if (strlen(path) + strlen(between) + strlen(word) >= LONGEST) {
        path[0] = '\0';
        return;
    }
    strcat(path, between);
    strcat(path, word);
}

static bool in_table(const struct scan *s)
{
    return s->depth > 0 && s->depth <= DEEPEST && s->nest[s->depth - 1].table;
}

static void open_nest(struct scan *s, bool table)
{
    if (s->depth < DEEPEST) {
        s->nest[s->depth].table = table;
        strcpy(s->nest[s->depth].path, table ? s->target : "");
    }
    s->depth++;
}

static void close_nest(struct scan *s)
{
    if (s->depth > 0)
        s->depth--;
}

/* What is left of an `=`: with the name of the table around it inside a table constructor. */
static void take_target(struct scan *s)
{
    char whole[LONGEST] = "";
    if (in_table(s) && s->nest[s->depth - 1].path[0] && s->path[0]) {
        join(whole, "", s->nest[s->depth - 1].path);
        join(whole, ".", s->path);
    } else if (!s->listed || in_table(s)) {
        join(whole, "", s->path);
    }
    strcpy(s->target, whole);
    s->path[0] = '\0';
    s->listed = false;
}

static void add(struct qp_names *names, int line, int parameters, const char *text)
{
    if (names->count == names->room) {
        int room = names->room ? names->room * 2 : 32;
        struct qp_name *moved = realloc(names->items, (size_t)room * sizeof *moved);
        if (!moved)
            return;
        names->items = moved;
        names->room = room;
    }
    names->items[names->count++] = (struct qp_name){line, parameters, *text ? strdup(text) : NULL};
}

/* After `function`: its own name up to the parenthesis, else the target that it is assigned to. */
static void read_function(struct scan *s, struct qp_names *names)
{
    int line = s->text.line;
    char name[LONGEST] = "";
    char between[2] = "";
    enum token token = read_token(s);
    while (token == NAME || (token == OTHER && (s->word[0] == '.' || s->word[0] == ':'))) {
        if (token == NAME)
            join(name, between, s->word);
        else
            strcpy(between, (char[]){s->word[0], '\0'});
        token = read_token(s);
    }
    add(names, line, s->text.line, *name ? name : s->target);
    s->target[0] = s->path[0] = '\0';
    open_nest(s, false);
}

static void read_other(struct scan *s)
{
    char first = s->word[0];
    bool had_path = s->path[0] != '\0';
    s->joined = 0;
    if (had_path && s->word[1] == '\0' && strchr(".:[", first))
        s->joined = first;
    if (s->joined || (first == ']' && had_path))
        return;
    if (first == '=' && s->word[1] == '\0') {
        take_target(s);
        return;
    }
    if (first == '{')
        open_nest(s, true);
    else if (first == '}')
        close_nest(s);
    s->listed = first == ',' && had_path;
    s->path[0] = s->target[0] = '\0';
}

static void read_name(struct scan *s, enum token token)
{
    if (s->joined && (token == STRING) == (s->joined == '['))
        join(s->path, ".", s->word);
    else if (!s->joined && (token == NAME || in_table(s))) /* in a table: ["key"] = */
        strcpy(s->path, s->word);
    else /* t[i] has no name */
        s->path[0] = '\0';
    s->joined = 0;
    s->target[0] = '\0';
}

void qp_names_init(struct qp_names *names, const char *text, size_t size)
{
    struct scan s = {.word = ""};
    *names = (struct qp_names){0};
    qp_scanner_init(&s.text, text, size);
    for (enum token token; (token = read_token(&s)) != END;) {
        switch (token) {
        case KEYWORD_FUNCTION:
            read_function(&s, names);
            break;
        case NAME:
        case STRING:
            read_name(&s, token);
            break;
        case OPENER:
            open_nest(&s, false);
            break;
        case CLOSER:
            close_nest(&s);
            break;
        default:
            read_other(&s);
            continue;
        }
        if (token != NAME && token != STRING)
            s.path[0] = s.target[0] = '\0', s.joined = 0, s.listed = false;
    }
}

void qp_names_fini(struct qp_names *names)
{
    for (int i = 0; i < names->count; i++)
        free(names->items[i].text);
    free(names->items);
    *names = (struct qp_names){0};
}
