/* cmd_python.c - qii python: run a Python program and record it.
 *
 * This process is replaced by the user's own interpreter. PYTHONPATH begins with a folder of ours, whose
 * sitecustomize.py the interpreter imports before the program. That file starts the recorder and restores the
 * environment. */
#include "tools/qii/command.h"
#include "tools/qii/configured.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "bindings/kit/launcher.h"
#include "tools/qii/data_file.h"
#include "tools/qii/installed.h"

extern const struct qii_command qii_python; /* defined at the end of this file; needed for --help */

static const char command[] = "qii python"; /* starts each message */

static const unsigned own = 1u << KIT_FILTER | 1u << KIT_EXCLUDE | 1u << KIT_INCLUDE;

struct command {
    const char *python;
    const char *start; /* file that starts the recorder */
    struct kit_settings settings;
    struct qii_configured configured;
    char **words; /* arguments of the interpreter */
    int count;
    const char *unknown; /* first option that neither qii nor its libraries have, NULL = none */
};

static const struct qii_option options[] = {
    {"cover", 0, "?line|branch|hit",
     "count line executions (=branch: branch outcomes too; =hit: only record which lines ran) instead of timing calls",
     NULL, 0},
    {"data-file", 'o', "FILE", "data file; an existing one is replaced (default: PROGRAM.PID.qii)", NULL, 0},
    {"exclude", 0, "PATTERN", "exclude functions whose name matches PATTERN", NULL, 0},
    {"filter", 0, "PATTERN", "record only functions whose name matches PATTERN", NULL, 0},
    {"include", 0, "PATTERN",
     "with --cover: count lines of files that match PATTERN, too, such as 'src/**/*.py', and report them as never run "
     "if the program does not load them (may be repeated)",
     NULL, 0},
    {"config", 0, "FILE", "project settings (default: .qiirc, see doc/coverage.md)", NULL, 0},
    {"no-config", 0, NULL, "use no project settings", NULL, 0},
    {"python", 0, "PROGRAM", "interpreter (default: python3)", NULL, 0},
    {"rcfile", 0, "FILE",
     "settings of coverage.py for --cover (default: .coveragerc, setup.cfg, tox.ini or pyproject.toml)", NULL, 0},
    {"sample", 0, "?HZ", "take HZ samples per second (default: 100) instead of tracing each call", NULL, 0},
    {"library", 0, "FILE", "use another library with the same interface", NULL, 0},
    {"NAME", 0, "VALUE", "any other library option (doc/options.md), such as --quiet", NULL, 0},
    {.name = NULL},
};

/* ---- options of the interpreter ---------------------------------------------------------------------------------- */

static const char no_value[] = "bBdEhiIOPqRsStuvVx?"; /* letters of options without a value; they may be combined */
static const char with_value[] = "WX";                /* the value is the rest of the word, or the next word */
static const char program[] = "cm";                   /* as above, and the program's arguments follow */
static const char hiding[] = "IES";                   /* with these options, the interpreter does not find our folder */

static const char preloaded[] = "qii/python/start/preload.so";
static const char customized[] = "qii/python/start/sitecustomize.py";

/* Pass words to the interpreter. */
static int pass(struct command *c, char **words, int count)
{
    for (int i = 0; i < count; i++)
        c->words[c->count++] = words[i];
    return count;
}

/* Take a word with one or several options of one letter each, and the next word if it is a value. If one of them is the
 * program, set *name to the name of the run. Return the number of words taken, 0 if these are no options of the
 * interpreter, -1 after a message. */
static int take_letters(struct command *c, char **words, int left, const char **name)
{
    for (const char *at = words[0] + 1; *at; at++) {
        if (strchr(hiding, *at))
            c->start = preloaded;
        if (strchr(with_value, *at) || strchr(program, *at)) {
            int count = at[1] || left < 2 ? 1 : 2;
            if (*at == 'm')
                *name = at[1] ? at + 1 : count > 1 ? words[1] : "python";
            else if (*at == 'c')
                *name = "python";
            return pass(c, words, count);
        }
        if (!strchr(no_value, *at))
            return 0;
    }
    return pass(c, words, 1);
}

/* ---- command line ------------------------------------------------------------------------------------------------ */

static int refuse(const char *option, const char *why)
{
    fprintf(stderr, "%s: %s %s\n", command, option, why);
    return -1;
}

/* Take an option of qii or of the library, as kit_launcher_take. */
static int take_own(struct command *c, char **words, int left)
{
    int taken = kit_launcher_take_value(command, "--python", "a program name", words, left, &c->python);
    const char *file;
    if (!taken && (taken = kit_launcher_take_value(command, "--rcfile", "a file name", words, left, &file)) > 0)
        kit_settings_set(&c->settings, KIT_CONFIGURATION, file);
    if (!taken)
        taken = qii_configured_take(&c->configured, command, words, left);
    if (taken)
        return taken;
    if (!c->unknown && qii_unknown_passed(&qii_python, words[0], false))
        c->unknown = words[0];
    return kit_launcher_take(&c->settings, command, own, words, left);
}

/* Take the options before the program. If an option is the program (-c, -m), *name is the name of the run. Return
 * QII_OK or another exit code. */
static int read_options(struct command *c, int argc, char **argv, int *at, const char **name)
{
    while (*at < argc && argv[*at][0] == '-' && argv[*at][1] && !*name) {
        char **words = argv + *at;
        int left = argc - *at;
        int taken = 0;
        if (strcmp(words[0], "--help") == 0)
            qii_command_help(&qii_python);
        if (strcmp(words[0], "--") == 0) {
            *at += pass(c, words, 1);
            break;
        }
        if (strcmp(words[0], "--version") == 0)
            taken = pass(c, words, 1);
        else if (strcmp(words[0], "--check-hash-based-pycs") == 0)
            taken = pass(c, words, left < 2 ? 1 : 2);
        else if (words[0][1] != '-')
            taken = take_letters(c, words, left, name);
        if (!taken)
            taken = take_own(c, words, left);
        if (taken == 0)
            refuse(words[0], words[0][1] == '-' ? "is not an option of qii or of the interpreter"
                                                : "is not an option; those of doc/options.md begin with --");
        if (taken <= 0)
            return QII_USAGE;
        *at += taken;
    }
    return QII_OK;
}

static int read_words(struct command *c, int argc, char **argv)
{
    int at = 1;
    const char *name = NULL;
    int code = read_options(c, argc, argv, &at, &name);
    if (code != QII_OK)
        return code;
    /* The library of --library may have options of its own. */
    if (c->unknown && !c->settings.library && qii_unknown_passed(&qii_python, c->unknown, true))
        return QII_USAGE;
    if (!name)
        name = at < argc && strcmp(argv[at], "-") != 0 ? argv[at] : "python";
    kit_launcher_name(&c->settings, name, ".py");
    pass(c, argv + at, argc - at);
    return QII_OK;
}

/* ---- the interpreter --------------------------------------------------------------------------------------------- */

static void set_variable(const char *name, const char *value)
{
    if (setenv(name, value, 1) != 0)
        qii_exit_without_memory(command);
}

/* Set a variable to this text, followed by a colon and its former value, if it has one. */
static void prepend(const char *name, const char *text)
{
    const char *before = getenv(name);
    char *both = before && *before ? qii_format(command, "%s:%s", text, before) : NULL;
    set_variable(name, both ? both : text);
    free(both);
}

/* Set the environment variables with which the interpreter finds the folder of sitecustomize.py, or loads the library
 * preload.so, and these find the settings and the former value of PYTHONPATH. */
static void set_variables(const struct command *c, char *file)
{
    char *settings = qii_checked(kit_settings_write(&c->settings), command);
    const char *path = getenv("PYTHONPATH");
    set_variable("QII_PYTHON_SETTINGS", settings);
    free(settings);
    unsetenv("QII_PYTHON_PATH");
    if (c->start == preloaded) {
        prepend("LD_PRELOAD", file);
        return;
    }
    if (path)
        set_variable("QII_PYTHON_PATH", path);
    *strrchr(file, '/') = '\0';
    prepend("PYTHONPATH", file);
}

/* The dynamic loader splits LD_PRELOAD at colons and blanks. */
static bool can_start(const char *file, const char *start)
{
    if (start != preloaded || !strpbrk(file, ": "))
        return true;
    fprintf(stderr, "%s: with -E, -I and -S the recorder cannot be loaded from %s\n", command, file);
    return false;
}

/* Replace this process by the interpreter. This function returns only on failure, with the exit code. */
static int run(struct command *c)
{
    char *file = qii_installed_find(c->start, true);
    if (!file || !can_start(file, c->start)) {
        free(file);
        return KIT_LAUNCHER_NO_BINDING;
    }
    bool is_free = qii_data_file_is_free(command, c->settings.data_file);
    if (is_free)
        set_variables(c, file);
    free(file);
    c->words[0] = (char *)c->python;
    return is_free ? kit_launcher_run(command, c->words) : QII_USAGE;
}

static int become_python(int argc, char **argv)
{
    struct command c = {.python = "python3", .start = customized, .count = 1};
    c.words = qii_checked(calloc((size_t)argc + 2, sizeof *c.words), command);
    int code = read_words(&c, argc, argv);
    if (code == QII_OK)
        code = qii_configured_apply(&c.configured, command, QII_PYTHON_FILES, &c.settings);
    if (code == QII_OK)
        code = run(&c);
    kit_settings_fini(&c.settings);
    free(c.words);
    return code;
}

const struct qii_command qii_python = {
    .name = "python",
    .summary = "run a Python program and record it",
    .arguments = "[PYTHON-OPTION...] [SCRIPT | -m MODULE | -c CODE] [ARGUMENT...]",
    .help =
        "Run a Python program on CPython 3.11 to 3.14 and record the calls of its functions and of C functions.\v"
        "PYTHON-OPTION is any option of the interpreter.\n"
        "PATTERN is a part of a name as in reports, or matches all of it if it has * or ?: json.decoder.*; separate "
        "several with ';'.\n"
        "The exit status is the program's, or 125 if the recorder cannot be loaded, 126 if the interpreter cannot "
        "be run, 127 if it is not found.",
    .options = options,
    .main = become_python,
};
