/* cmd_lua.c - qii lua: run a Lua program and record it.
 *
 * This process is replaced by the user's own interpreter. The variable LUA_INIT contains code that starts the recorder
 * before the program's first line, and after it the user's own code. The module removes our code from the variable
 * before the program runs. With -E, the interpreter would ignore LUA_INIT. In that case, we drop -E and unset all
 * variables that Lua reads, and the module restores the variables and the option. */
#include "tools/qii/command.h"
#include "tools/qii/configured.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "bindings/kit/launcher.h"
#include "tools/qii/data_file.h"
#include "tools/qii/installed.h"

extern const struct qii_command qii_lua; /* defined at the end of this file; needed for --help */

static const char command[] = "qii lua"; /* starts each message */

/* Environment variables that an interpreter reads. The first INITS variables contain code to run at the start. The
 * interpreter uses the variable with its version in the name; if that is not set, LUA_INIT. */
enum { INITS = 3 };
static const char *const variables[] = {"LUA_INIT",     "LUA_INIT_5_3", "LUA_INIT_5_4",  "LUA_PATH",     "LUA_PATH_5_3",
                                        "LUA_PATH_5_4", "LUA_CPATH",    "LUA_CPATH_5_3", "LUA_CPATH_5_4"};

/* Lua versions for which qii has modules. */
static const char *const versions[] = {"5.3", "5.4"};
enum { VERSIONS = sizeof versions / sizeof *versions };

struct command {
    const char *lua;
    struct kit_settings settings;
    struct qii_configured configured;
    char **words; /* arguments of the interpreter */
    int count;
    int *ignoring; /* positions in the interpreter's arguments from which -E is removed */
    int ignoring_count;
    const char *script;  /* NULL if no script is given */
    const char *unknown; /* first option that neither qii nor its libraries have, NULL = none */
};

static const struct qii_option options[] = {
    {"cover", 0, "?line|branch|hit",
     "count line executions (=branch: branch outcomes too; =hit: only record which lines ran) instead of timing calls",
     NULL, 0},
    {"sample", 0, "?HZ", "take HZ samples per second of CPU time (default: 100) instead of tracing each call", NULL, 0},
    {"alloc", 0, NULL, "record the objects and bytes that functions allocate", NULL, 0},
    {"include", 0, "PATTERN",
     "report files that match PATTERN, such as 'src/**/*.lua' (** any directories), as never run if the program does "
     "not load them (may be repeated)",
     NULL, 0},
    {"luacov", 0, "FILE",
     "luacov configuration; include, exclude, modules and includeuntestedfiles are used (default: .luacov; none: no "
     "configuration)",
     NULL, 0},
    {"contexts", 0, "tests|none", "make each test of busted and LuaUnit a context (default), or do not", NULL, 0},
    {"data-file", 'o', "FILE", "data file; an existing one is replaced (default: SCRIPT.PID.qii)", NULL, 0},
    {"config", 0, "FILE", "project settings (default: .qiirc, see doc/coverage.md)", NULL, 0},
    {"no-config", 0, NULL, "use no project settings", NULL, 0},
    {"lua", 0, "PROGRAM", "interpreter (default: lua5.4)", NULL, 0},
    {"library", 0, "FILE", "use another library with the same interface", NULL, 0},
    {"NAME", 0, "VALUE", "any other library option (doc/options.md), such as --quiet", NULL, 0},
    {.name = NULL},
};

/* Return a stream that writes *text in memory. The text is complete after text_end. */
static FILE *text_begin(char **text, size_t *size)
{
    return qii_checked(open_memstream(text, size), command);
}

static void text_end(FILE *out)
{
    if (fclose(out) != 0)
        qii_exit_without_memory(command);
}

/* Write a word as a Lua string. */
static void put_literal(FILE *out, const char *value)
{
    fputc('"', out);
    for (; *value; value++) {
        unsigned char byte = (unsigned char)*value;
        fprintf(out, isalnum(byte) || strchr("/._-= ", byte) ? "%c" : "\\%03u", byte);
    }
    fputc('"', out);
}

/* Take an option of the interpreter, possibly with its argument in the next word. Return the number of words taken. */
static int take_short(struct command *c, char **words, int left)
{
    const char *word = words[0];
    bool argument = (word[1] == 'e' || word[1] == 'l') && word[2] == '\0' && left > 1;
    if (strcmp(word, "-E") == 0) {
        c->ignoring[c->ignoring_count] = c->count + c->ignoring_count;
        c->ignoring_count++;
        return 1;
    }
    for (int i = 0; i <= argument; i++)
        c->words[c->count++] = words[i];
    return 1 + argument;
}

/* Take any other option. Return the number of words taken, -1 after a message. */
static int take_word(struct command *c, char **words, int left)
{
    if (strcmp(words[0], "--alloc") == 0) {
        kit_settings_add_option(&c->settings, "alloc", "exact");
        return 1;
    }
    int taken = qii_configured_take(&c->configured, command, words, left);
    if (!taken)
        taken = kit_launcher_take(&c->settings, command, 1u << KIT_INCLUDE | 1u << KIT_CONTEXTS, words, left);
    return taken ? taken : take_short(c, words, left);
}

/* Read the options before the script. Return QII_OK or another exit code. */
static int read_options(struct command *c, int argc, char **argv, int *at)
{
    while (*at < argc && argv[*at][0] == '-' && argv[*at][1]) {
        char **words = argv + *at;
        if (strcmp(words[0], "--help") == 0)
            qii_command_help(&qii_lua);
        if (strcmp(words[0], "--") == 0) {
            c->words[c->count++] = words[0];
            ++*at;
            break;
        }
        int taken = 1;
        if (!c->unknown && qii_unknown_passed(&qii_lua, words[0], false))
            c->unknown = words[0];
        if (strncmp(words[0], "--lua=", 6) == 0)
            c->lua = words[0] + 6;
        else if (strncmp(words[0], "--luacov=", 9) == 0)
            kit_settings_set(&c->settings, KIT_CONFIGURATION, words[0] + 9);
        else
            taken = take_word(c, words, argc - *at);
        if (taken < 0)
            return QII_USAGE;
        *at += taken;
    }
    return QII_OK;
}

static int read_words(struct command *c, int argc, char **argv)
{
    int at = 1;
    int code = read_options(c, argc, argv, &at);
    if (code != QII_OK)
        return code;
    /* The library of --library may have options of its own. */
    if (c->unknown && !c->settings.library && qii_unknown_passed(&qii_lua, c->unknown, true))
        return QII_USAGE;
    if (kit_settings_sample_lines(&c->settings)) {
        fprintf(stderr, "%s: --sample and --cover cannot be combined\n", command);
        return QII_USAGE;
    }
    if (at < argc)
        c->script = argv[at];
    kit_launcher_name(&c->settings, c->script && strcmp(c->script, "-") != 0 ? c->script : "lua", ".lua");
    while (at < argc)
        c->words[c->count++] = argv[at++];
    return QII_OK;
}

/* Return true if this variable must contain the code that starts the recorder. LUA_INIT must contain it, and so must
 * each variable that is set and overrides LUA_INIT. */
static bool carries_code(const struct command *c, size_t variable)
{
    return variable == 0 || (variable < INITS && !c->ignoring_count && getenv(variables[variable]));
}

/* Write the variables that are changed for the interpreter, with their original values, as a Lua table such as
 * {NAME="value",OTHER=false,}. The value false means that the variable was not set. */
static void put_variables(const struct command *c, FILE *out)
{
    fputc('{', out);
    for (size_t i = 0; i < sizeof variables / sizeof *variables; i++) {
        const char *value = getenv(variables[i]);
        if (!carries_code(c, i) && (!c->ignoring_count || !value))
            continue;
        fprintf(out, "%s=", variables[i]);
        if (value)
            put_literal(out, value);
        else
            fputs("false", out);
        fputc(',', out);
    }
    fputc('}', out);
}

/* Write the modules as a Lua table whose keys are values of _VERSION: {["Lua 5.4"]="FILE",}. Return false after a
 * message on stderr if no module is installed. */
static bool put_modules(FILE *out)
{
    char file[32];
    bool any = false;
    fputc('{', out);
    for (int i = 0; i < VERSIONS; i++) {
        snprintf(file, sizeof file, "lua/%s/qii.so", versions[i]);
        char *module = qii_installed_find(file, false);
        if (!module)
            continue;
        fprintf(out, "[\"Lua %s\"]=", versions[i]);
        put_literal(out, module);
        fputc(',', out);
        free(module);
        any = true;
    }
    fputc('}', out);
    if (!any)
        qii_installed_find(file, true);
    return any;
}

/* Write the code that starts the recorder. Any Lua from 5.1 on can compile it. Return false if no module is
 * installed. */
static bool put_start(const struct command *c, FILE *out)
{
    char *settings = qii_checked(kit_settings_write(&c->settings), command);
    fputs("do local m,f,e=", out);
    bool any = put_modules(out);
    fputs(" if m[_VERSION]then f,e=package.loadlib(m[_VERSION],\"qii_launch\")else "
          "e={}for v in pairs(m)do e[#e+1]=v end table.sort(e)e=\"the interpreter is \".."
          "(jit and jit.version or _VERSION)..\", and qii has modules for \""
          "..table.concat(e,\" and \")end "
          "if not f then io.stderr:write(\"qii lua: \",e,\"\\n\")os.exit(125)end f(",
          out);
    put_literal(out, settings);
    fputc(',', out);
    put_variables(c, out);
    fputs(",{", out);
    for (int i = 0; i < c->ignoring_count; i++) /* the positions of -E as a Lua table: {1,2,} */
        fprintf(out, "%d,", c->ignoring[i]);
    fputs("})end ", out);
    free(settings);
    return any;
}

/* Append the user's own code, on the same line, so that errors in the code keep their line numbers. If the code is
 * in a file and loading the file fails, the error is raised as an object instead of a string, because the interpreter
 * prints an object without a traceback. */
static void put_init(const struct command *c, const char *variable, FILE *out)
{
    const char *before = c->ignoring_count ? NULL : getenv(variable);
    if (before && *before == '@') {
        fputs("local f,e=loadfile(", out);
        put_literal(out, before + 1);
        fputs(")if not f then error(setmetatable({},{__tostring=function()return e end}))end return f()", out);
    } else if (before) {
        fputs(before, out);
    }
}

/* Set the environment variables of the interpreter. Return false if no module is installed. */
static bool set_variables(const struct command *c)
{
    char *code = NULL, *values[INITS] = {NULL};
    size_t size;
    FILE *out = text_begin(&code, &size);
    bool any = put_start(c, out);
    text_end(out);
    for (size_t i = 0; any && i < INITS; i++) {
        if (!carries_code(c, i))
            continue;
        out = text_begin(&values[i], &size);
        fputs(code, out);
        put_init(c, variables[i], out);
        text_end(out);
    }
    free(code);
    if (!any)
        return false;
    for (size_t i = 0; c->ignoring_count && i < sizeof variables / sizeof *variables; i++)
        unsetenv(variables[i]);
    for (size_t i = 0; i < INITS; i++) {
        if (values[i] && setenv(variables[i], values[i], 1) != 0) {
            perror("qii lua");
            exit(QII_MEMORY);
        }
        free(values[i]);
    }
    return true;
}

/* Replace this process by the interpreter. This function returns only on failure, with the exit code. */
static int run(struct command *c)
{
    if (!qii_data_file_is_free(command, c->settings.data_file))
        return QII_USAGE;
    c->words[0] = (char *)c->lua;
    if (!set_variables(c))
        return KIT_LAUNCHER_NO_BINDING;
    return kit_launcher_run(command, c->words);
}

static int become_lua(int argc, char **argv)
{
    struct command c = {.lua = "lua5.4", .count = 1};
    c.words = qii_checked(calloc((size_t)argc + 2, sizeof *c.words), command);
    c.ignoring = qii_checked(calloc((size_t)argc + 1, sizeof *c.ignoring), command);
    int code = read_words(&c, argc, argv);
    if (code == QII_OK)
        code = qii_configured_apply(&c.configured, command, QII_LUA_FILES, &c.settings);
    if (code == QII_OK)
        code = run(&c);
    kit_settings_fini(&c.settings);
    free(c.ignoring);
    free(c.words);
    return code;
}

const struct qii_command qii_lua = {
    .name = "lua",
    .summary = "run a Lua program and record it",
    .arguments = "[LUA-OPTION...] [SCRIPT [ARGUMENT...]]",
    .help = "Run a Lua program and record its calls (with --cover: its line counts).\v"
            "LUA-OPTION is any option of the interpreter: -e -l -i -v -E -W - --\n"
            "The exit status is the program's, or 125 if the module cannot be loaded, 126 if the interpreter cannot be "
            "run, 127 if it is not found.",
    .options = options,
    .main = become_lua,
};
