#include "bindings/lua/text/written_names.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "bindings/kit/strings.h"
#include "bindings/lua/text/scanner.h"

#define DEEPEST 250 /* maximum depth of nesting at which names are found; the limit of Lua's parser is 200 */

enum kind { BLOCK, TABLE, CALL, INDEX };

/* Level of nesting. */
struct nest {
    enum kind kind;
    char target[QLUA_TOKEN_LONGEST]; /* target of the assignment that contains the nested code */
    char path[QLUA_TOKEN_LONGEST];   /* TABLE: name of the table; CALL: name of the called function; INDEX: name of
                                      * the indexed table */
    char first[QLUA_TOKEN_LONGEST];  /* CALL: first argument, if it is a path or a string; INDEX: the index, if it is
                                      * a string */
    int commas;
    int tokens;
};

struct scan {
    struct qlua_scanner scanner;
    struct qlua_written_names *names;
    char path[QLUA_TOKEN_LONGEST];   /* path of names, such as a.b.c, as far as it was read; empty after any other
                                      * token */
    char target[QLUA_TOKEN_LONGEST]; /* variable or field to which the current expression is assigned */
    char quoted[QLUA_TOKEN_LONGEST]; /* last argument of a call, if it is a string, as in class "Name" */
    bool operand;                    /* an operand was read, which may be called or indexed next */
    bool listed;                     /* the path is one of several assignment targets and not the first, such as b in
                                      * a, b = ... */
    bool joined;                     /* the last token was . or : */
    int depth;
    struct nest nest[DEEPEST + 1]; /* the last element is shared by all levels deeper than DEEPEST */
};

static struct nest *top(struct scan *s)
{
    return &s->nest[s->depth < DEEPEST ? s->depth : DEEPEST];
}

static void join(char *path, const char *between, const char *word)
{
    if (strlen(path) + strlen(between) + strlen(word) >= QLUA_TOKEN_LONGEST) {
        path[0] = '\0';
        return;
    }
    strcat(path, between);
    strcat(path, word);
}

bool qlua_written_names_is_gc(const char *name)
{
    static const char key[] = "__gc";
    size_t length = strlen(name);
    size_t rest = length - (sizeof key - 1);
    return length >= sizeof key - 1 && strcmp(name + rest, key) == 0 && (rest == 0 || strchr(".:", name[rest - 1]));
}

/* Append a name to the names assigned to __gc. If out of memory, ignore the name. */
static void add_finalizer(struct qlua_written_names *names, const char *name)
{
    char **more = kit_array_more(names->finalizers, (size_t)names->finalizer_count, sizeof *more);
    if (!more)
        return;
    names->finalizers = more;
    more[names->finalizer_count] = strdup(name);
    names->finalizer_count += more[names->finalizer_count] != NULL;
}

/* Begin a new expression, and forget the path of the previous one. If that path was assigned to __gc, add it to the
 * finalizers. */
static void begin(struct scan *s, bool keep_target)
{
    if (s->path[0] && qlua_written_names_is_gc(s->target))
        add_finalizer(s->names, s->path);
    s->path[0] = s->quoted[0] = '\0';
    s->operand = s->listed = s->joined = false;
    if (!keep_target)
        s->target[0] = '\0';
}

static void open_nest(struct scan *s, enum kind kind, const char *path)
{
    s->depth++;
    struct nest *nest = top(s);
    nest->kind = kind;
    strcpy(nest->target, s->target);
    strcpy(nest->path, path);
    nest->first[0] = '\0';
    nest->commas = nest->tokens = 0;
    begin(s, false);
}

/* Close the innermost level of nesting. The nested code is then an operand without a name. Return false if the level
 * is of another kind. */
static bool close_nest(struct scan *s, enum kind kind)
{
    if (s->depth == 0 || (s->depth < DEEPEST && top(s)->kind != kind))
        return false;
    begin(s, false);
    strcpy(s->target, top(s)->target);
    s->operand = true;
    s->depth--;
    return true;
}

static const char *last_word(const char *path)
{
    const char *dot = strrchr(path, '.');
    return dot ? dot + 1 : path;
}

/* Return whether a function makes a class from a table, judging by names that are usual in libraries. */
static bool makes_class(const char *path)
{
    static const char *const words[] = {"extend", "derive", "inherit", "define", "prototype"};
    const char *word = last_word(path);
    if (strstr(word, "class") || strstr(word, "Class"))
        return true;
    for (size_t i = 0; i < sizeof words / sizeof *words; i++)
        if (strcmp(word, words[i]) == 0)
            return true;
    return false;
}

static bool is_name(const char *text)
{
    if (!isalpha((unsigned char)*text) && *text != '_')
        return false;
    while (isalnum((unsigned char)*text) || strchr("_.", *text))
        if (*text++ == '\0')
            return true;
    return false;
}

/* Set the name of a table that is an argument of a call. The table has a name if the call makes it a class, gives it
 * a metatable, or uses it as a metatable. */
static void name_argument(const struct nest *call, char *name)
{
    const char *owner = call->target[0] || !is_name(call->first) ? call->target : call->first;
    if (makes_class(call->path)) {
        strcpy(name, owner);
    } else if (strcmp(last_word(call->path), "setmetatable") == 0 && call->commas == 0) {
        strcpy(name, call->target);
    } else if (strcmp(last_word(call->path), "setmetatable") == 0) {
        const char *subject = call->first[0] ? call->first : call->target;
        join(name, "", *subject ? "getmetatable(" : "metatable");
        join(name, subject, *subject ? ")" : "");
    }
}

static void open_table(struct scan *s)
{
    char name[QLUA_TOKEN_LONGEST] = "";
    if (!s->operand && top(s)->kind == CALL)
        name_argument(top(s), name);
    else if (!s->operand)
        strcpy(name, s->target);
    else if (makes_class(s->path))
        strcpy(name, s->target[0] || !is_name(s->quoted) ? s->target : s->quoted);
    open_nest(s, TABLE, name);
}

static void open_call(struct scan *s)
{
    char quoted[QLUA_TOKEN_LONGEST];
    strcpy(quoted, s->quoted);
    open_nest(s, CALL, s->path);
    strcpy(top(s)->first, quoted);
}

/* Close a call. After class("Name") the table of the class may follow, so keep the name of the function and its
 * argument. */
static void close_call(struct scan *s)
{
    char callee[QLUA_TOKEN_LONGEST];
    char argument[QLUA_TOKEN_LONGEST];
    if (top(s)->kind != CALL)
        return;
    strcpy(callee, top(s)->path);
    strcpy(argument, top(s)->commas || top(s)->tokens == 2 ? top(s)->first : "");
    if (!close_nest(s, CALL) || !makes_class(callee))
        return;
    strcpy(s->path, callee);
    strcpy(s->quoted, argument);
}

/* Close an index. The path of t["key"] is t.key. In a table constructor, the path of ["key"] is key. An expression
 * with any other index has no path. */
static void close_index(struct scan *s)
{
    char path[QLUA_TOKEN_LONGEST] = "";
    const struct nest *index = top(s);
    if (index->kind == INDEX && index->tokens == 2 && index->first[0]) {
        join(path, index->path, index->path[0] ? "." : "");
        join(path, index->first, "");
    }
    if (close_nest(s, INDEX))
        strcpy(s->path, path);
}

/* Set the target of an assignment to the path before `=`. In a table constructor, prefix the path with the table's
 * name. */
static void take_target(struct scan *s)
{
    char whole[QLUA_TOKEN_LONGEST] = "";
    const struct nest *nest = top(s);
    bool field = nest->kind == TABLE;
    if (field && nest->path[0] && s->path[0]) {
        join(whole, nest->path, ".");
        join(whole, s->path, "");
    } else if (field || !s->listed) {
        join(whole, s->path, "");
    }
    begin(s, false);
    strcpy(s->target, whole);
}

static void read_comma(struct scan *s)
{
    bool listed = s->path[0] != '\0';
    struct nest *nest = top(s);
    if (nest->commas++ == 0 && (listed || nest->tokens > 2))
        strcpy(nest->first, s->path);
    begin(s, false);
    s->listed = listed;
}

static void read_sign(struct scan *s)
{
    const char *sign = s->scanner.text;
    if (strcmp(sign, "=") == 0) {
        take_target(s);
    } else if (strcmp(sign, ",") == 0) {
        read_comma(s);
    } else if (strcmp(sign, "{") == 0) {
        open_table(s);
    } else if (strcmp(sign, "(") == 0) {
        open_call(s);
    } else if (strcmp(sign, "[") == 0) {
        open_nest(s, INDEX, s->path);
    } else if (strcmp(sign, "}") == 0) {
        close_nest(s, TABLE);
    } else if (strcmp(sign, ")") == 0) {
        close_call(s);
    } else if (strcmp(sign, "]") == 0) {
        close_index(s);
    } else if (s->operand && (strcmp(sign, ".") == 0 || strcmp(sign, ":") == 0)) {
        s->joined = true;
    } else {
        begin(s, false);
    }
}

static void read_name(struct scan *s)
{
    bool another = s->operand && !s->joined; /* another statement begins */
    bool listed = s->listed && !another;
    if (!s->joined)
        begin(s, !another);
    join(s->path, s->path[0] ? "." : "", s->scanner.text);
    s->operand = true;
    s->joined = false;
    s->listed = listed;
}

static void read_string(struct scan *s)
{
    if (!s->operand) {
        if (top(s)->tokens == 1)
            strcpy(top(s)->first, s->scanner.text);
        s->operand = true;
        s->path[0] = '\0';
    } else { /* the argument of a call */
        if (makes_class(s->path))
            strcpy(s->quoted, s->scanner.text);
        else
            s->path[0] = '\0';
    }
}

static void add(struct qlua_written_names *names, int line, int parameters, const char *text)
{
    struct qlua_written_name *items = kit_array_more(names->items, (size_t)names->count, sizeof *items);
    if (!items)
        return;
    names->items = items;
    names->items[names->count++] = (struct qlua_written_name){line, parameters, *text ? strdup(text) : NULL};
}

/* Read a function after its keyword. The function's name is the name before the parenthesis. If there is none, it is
 * the name of the assignment's target. */
static void read_function(struct scan *s)
{
    struct qlua_scanner *scanner = &s->scanner;
    int line = scanner->line;
    char name[QLUA_TOKEN_LONGEST] = "";
    enum qlua_token token;
    while ((token = qlua_scanner_next(scanner)) == QLUA_TOKEN_NAME ||
           (token == QLUA_TOKEN_SIGN && strchr(".:", scanner->text[0])))
        join(name, "", scanner->text);
    add(s->names, line, scanner->line, *name ? name : s->target);
    if (*name)
        begin(s, false);
    open_nest(s, BLOCK, "");
}

static void read_one(struct scan *s, enum qlua_token token)
{
    top(s)->tokens++;
    switch (token) {
    case QLUA_TOKEN_FUNCTION:
        read_function(s);
        break;
    case QLUA_TOKEN_NAME:
        read_name(s);
        break;
    case QLUA_TOKEN_STRING:
        read_string(s);
        break;
    case QLUA_TOKEN_SIGN:
        read_sign(s);
        break;
    case QLUA_TOKEN_LOGIC: /* X = X or function ... */
        begin(s, true);
        break;
    case QLUA_TOKEN_OPENER:
        begin(s, false);
        open_nest(s, BLOCK, "");
        break;
    case QLUA_TOKEN_CLOSER:
        close_nest(s, BLOCK);
        break;
    default:
        begin(s, false);
    }
}

struct qlua_written_names *qlua_written_names_new(const char *text, size_t size)
{
    struct qlua_written_names *names = calloc(1, sizeof *names);
    struct scan *s = calloc(1, sizeof *s);
    if (!names || !s) {
        free(names);
        free(s);
        return NULL;
    }
    s->names = names;
    qlua_scanner_init(&s->scanner, text, size);
    for (enum qlua_token token; (token = qlua_scanner_next(&s->scanner)) != QLUA_TOKEN_END;)
        read_one(s, token);
    begin(s, false);
    free(s);
    return names;
}

void qlua_written_names_free(struct qlua_written_names *names)
{
    if (!names)
        return;
    for (int i = 0; i < names->count; i++)
        free(names->items[i].text);
    for (int i = 0; i < names->finalizer_count; i++)
        free(names->finalizers[i]);
    free(names->items);
    free(names->finalizers);
    free(names);
}
