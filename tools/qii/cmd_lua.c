/* cmd_lua.c - qii lua: run a Lua program with the recorder in it.
 *
 * The interpreter is the user's own: this process becomes it. What starts the recorder before the program's first line
 * is code in LUA_INIT, in front of what the user has there; the module takes it away again before anything of the
 * program runs. An interpreter told to ignore its environment (-E) gets the same code by -e. */
#include "tools/qii/qii.h"

#include <ctype.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "tools/qii/place.h"

#define EXIT_NO_MODULE 125 /* the interpreter cannot load the module */
#define EXIT_NOT_RUN   126 /* as shells say it */
#define EXIT_NOT_FOUND 127

struct command {
    const char *lua;
    const char *library; /* NULL = the one of the product */
    bool cover;
    const char *outcomes; /* "branch": count those too */
    char *include;        /* patterns, NULL without */
    char *options;        /* of the library, each with a blank before it */
    char **words;         /* for the interpreter, ours in front of the program's */
    int count;
    const char *script; /* NULL without one */
    bool ignores_environment;
    bool interactive_or_code; /* -i -e -v: it does not read a program from stdin */
};

static const char usage[] =
    "Usage: qii lua [OPTION...] [LUA-OPTION...] [SCRIPT [ARGUMENT...]]\n"
    "Run a Lua program and record its calls, or with --cover its lines.\n"
    "\n"
    "      --cover[=branch]   count lines instead of timing calls; with =branch, outcomes of branches too\n"
    "      --include=PATTERN  files to show as never run when the program does not load them,\n"
    "                         such as 'src/**/*.lua' (** any directories); may be repeated\n"
    "  -o, --data-file=FILE   name of the data file (default: SCRIPT.PID.qii)\n"
    "      --lua=PROGRAM      the interpreter (default: lua5.4)\n"
    "      --library=FILE     another library with the same interface\n"
    "      --NAME=VALUE       any other option of the library (doc/options.md), such as --quiet\n"
    "\n"
    "LUA-OPTION is what the interpreter takes: -e -l -i -v -E -W - --\n"
    "The exit status is the program's; 125 the module cannot be loaded, 126 and 127 the\n"
    "interpreter cannot be run or found.\n";

static char *append(char *text, const char *more)
{
    size_t length = text ? strlen(text) : 0;
    char *longer = realloc(text, length + strlen(more) + 1);
    if (!longer) {
        fputs("qii lua: not enough memory\n", stderr);
        exit(QII_MEMORY);
    }
    strcpy(longer + length, more);
    return longer;
}

/* A word as a Lua string, or nil. */
static char *append_literal(char *text, const char *value)
{
    if (!value)
        return append(text, "nil");
    text = append(text, "\"");
    for (; *value; value++) {
        char escaped[5];
        unsigned char byte = (unsigned char)*value;
        snprintf(escaped, sizeof escaped, isalnum(byte) || strchr("/._-= ", byte) ? "%c" : "\\%03u", byte);
        text = append(text, escaped);
    }
    return append(text, "\"");
}

/* With blanks or quotes in it, a text stands in double quotes, and a double quote itself in single ones. */
static char *append_quoted(char *text, const char *value)
{
    if (!strpbrk(value, " \t\n\v\f\r\"'"))
        return append(text, value);
    text = append(text, "\"");
    for (; *value; value++)
        text = append(text, *value == '"' ? "\"'\"'\"" : (char[]){*value, '\0'});
    return append(text, "\"");
}

/* An option of the library: its name, with = and the value or without. */
static void add_word(struct command *c, const char *word)
{
    c->options = append_quoted(append(c->options, " -"), word);
}

static void add_option(struct command *c, const char *name, const char *value)
{
    char *word = append(append(append(NULL, name), "="), value);
    add_word(c, word);
    free(word);
}

static const char *value_of(const char *word, const char *name)
{
    size_t length = strlen(name);
    return strncmp(word, name, length) == 0 && word[length] == '=' ? word + length + 1 : NULL;
}

static void add_pattern(struct command *c, const char *pattern)
{
    c->include = append(c->include, c->include ? ";" : "");
    c->include = append(c->include, pattern);
}

/* One of our own long options. Returns false for a usage error. */
static bool take_long(struct command *c, const char *word)
{
    if (strcmp(word, "cover") == 0) {
        c->cover = true;
    } else if (value_of(word, "cover")) {
        c->cover = true;
        c->outcomes = value_of(word, "cover");
        if (strcmp(c->outcomes, "branch") != 0 && strcmp(c->outcomes, "line") != 0) {
            fprintf(stderr, "qii lua: --cover takes line or branch, not '%s'\n", c->outcomes);
            return false;
        }
    } else if (value_of(word, "include")) {
        add_pattern(c, value_of(word, "include"));
    } else if (value_of(word, "lua")) {
        c->lua = value_of(word, "lua");
    } else if (value_of(word, "library")) {
        c->library = value_of(word, "library");
    } else {
        add_word(c, word);
    }
    return true;
}

/* An option of the interpreter's own. Returns the number of words that it takes. */
static int take_short(struct command *c, char **words, int left)
{
    const char *word = words[0];
    bool argument = (word[1] == 'e' || word[1] == 'l') && word[2] == '\0' && left > 1;
    if (strcmp(word, "-E") == 0)
        c->ignores_environment = true;
    if (strchr("eiv", word[1]))
        c->interactive_or_code = true;
    for (int i = 0; i <= argument; i++)
        c->words[c->count++] = words[i];
    return 1 + argument;
}

/* %v in the name of the data file: the script's own name without .lua. It goes first, so that the user's word wins. */
static void add_program_name(struct command *c)
{
    bool named = c->script && strcmp(c->script, "-") != 0;
    const char *slash = named ? strrchr(c->script, '/') : NULL;
    char *name = append(NULL, slash ? slash + 1 : named ? c->script : "lua");
    size_t length = strlen(name);
    if (length > 4 && strcmp(name + length - 4, ".lua") == 0)
        name[length - 4] = '\0';
    char *given = c->options;
    c->options = append(NULL, "");
    add_option(c, "program-name", name);
    c->options = append(c->options, given);
    free(given);
    free(name);
}

static int read_words(struct command *c, int argc, char **argv)
{
    int at = 1;
    while (at < argc && argv[at][0] == '-' && argv[at][1]) {
        const char *word = argv[at];
        if (strcmp(word, "--help") == 0) {
            fputs(usage, stdout);
            exit(qii_output_end(QII_OK));
        }
        if (strcmp(word, "--") == 0) {
            c->words[c->count++] = argv[at++];
            break;
        }
        if (word[1] == 'o') {
            const char *file = word[2] ? word + 2 : at + 1 < argc ? argv[++at] : NULL;
            if (!file) {
                fprintf(stderr, "qii lua: -o needs the name of a file\n");
                return QII_USAGE;
            }
            add_option(c, "data-file", file);
            at++;
        } else if (strcmp(word, "--include") == 0) {
            if (at + 1 == argc) {
                fprintf(stderr, "qii lua: --include needs a pattern\n");
                return QII_USAGE;
            }
            add_pattern(c, argv[at + 1]);
            at += 2;
        } else if (word[1] == '-') {
            if (!take_long(c, word + 2))
                return QII_USAGE;
            at++;
        } else {
            at += take_short(c, argv + at, argc - at);
        }
    }
    if (at < argc)
        c->script = argv[at];
    add_program_name(c);
    while (at < argc)
        c->words[c->count++] = argv[at++];
    return QII_OK;
}

/* The code that starts the recorder. variable carries it, NULL = the command line does. */
static char *starting_code(const struct command *c, const char *module, const char *variable)
{
    char *code = append(NULL, "do local f,e if _VERSION==\"Lua 5.4\"then f,e=package.loadlib(");
    code = append_literal(code, module);
    code = append(code, ",\"qii_launch\")else e=\"the interpreter is \".._VERSION..\", not Lua 5.4\"end "
                        "if not f then io.stderr:write(\"qii lua: \",e,\"\\n\")os.exit(125)end f(");
    code = append_literal(code, c->library);
    code = append_literal(append(code, ","), c->options);
    code = append_literal(append(code, ","), variable);
    code = append_literal(append(code, ","), variable ? getenv(variable) : NULL);
    code = append_literal(append(code, ","), c->outcomes);
    code = append_literal(append(code, ","), c->include);
    return append(code, ")end ");
}

/* Run a file. That it cannot be loaded is told without a traceback: an error that is no string has none. */
static char *append_file(char *code, const char *name)
{
    code = append_literal(append(code, "local f,e=loadfile("), name);
    return append(code, ")if not f then error(setmetatable({},{__tostring=function()return e end}))end return f()");
}

/* What the user has there follows on the same line, so that errors in it have their line. */
static void set_variable(const struct command *c, const char *module)
{
    const char *variable = getenv("LUA_INIT_5_4") ? "LUA_INIT_5_4" : "LUA_INIT";
    const char *before = getenv(variable);
    char *code = starting_code(c, module, variable);
    if (before && *before == '@')
        code = append_file(code, before + 1);
    else if (before)
        code = append(code, before);
    if (setenv(variable, code, 1) != 0) {
        perror("qii lua");
        exit(QII_MEMORY);
    }
    free(code);
}

/* With -e the interpreter would not read a program from stdin by itself. */
static void set_words(struct command *c, const char *module)
{
    memmove(c->words + 3, c->words + 1, (size_t)(c->count - 1) * sizeof *c->words);
    c->words[1] = "-e";
    c->words[2] = starting_code(c, module, NULL);
    c->count += 2;
    if (!c->script && !c->interactive_or_code)
        c->words[c->count++] = isatty(STDIN_FILENO) ? "-i" : "-";
}

/* Become the interpreter. Returns. Only when that cannot be: the exit code. */
static int run(struct command *c)
{
    char *module = qii_place("lua/5.4/qii.so");
    if (!module)
        return EXIT_NO_MODULE;
    c->words[0] = (char *)c->lua;
    if (c->ignores_environment)
        set_words(c, module);
    else
        set_variable(c, module);
    free(module);
    execvp(c->lua, c->words);
    int code = errno == ENOENT ? EXIT_NOT_FOUND : EXIT_NOT_RUN;
    fprintf(stderr, "qii lua: cannot run %s: %s\n", c->lua, strerror(errno));
    return code;
}

int qii_lua(int argc, char **argv)
{
    struct command c = {.lua = "lua5.4"};
    c.words = calloc((size_t)argc + 5, sizeof *c.words);
    if (!c.words)
        return QII_MEMORY;
    c.count = 1;
    c.options = append(NULL, "");
    int code = read_words(&c, argc, argv);
    if (!c.library)
        c.library = c.cover ? "cprof" : "qprof";
    if (code == QII_OK)
        code = run(&c);
    free(c.include);
    free(c.options);
    free(c.words);
    return code;
}
