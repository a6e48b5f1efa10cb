/* cmd_run.c - qii run: run a compiled program that reports its work, and record it.
 *
 * This process is replaced by the program. LD_PRELOAD begins with a library of ours, which starts the recorder and
 * restores the environment. */
#include "tools/qii/command.h"
#include "tools/qii/configured.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "bindings/kit/launcher.h"
#include "tools/qii/data_file.h"
#include "tools/qii/installed.h"
#include "tools/qii/interfaces.h"
#include "tools/qii/program.h"

extern const struct qii_command qii_run; /* defined at the end of this file; needed for --help */

static const char command[] = "qii run"; /* starts each message */

/* The settings of kit_settings that this command has. */
static const unsigned own = 1u << KIT_FILTER | 1u << KIT_EXCLUDE;

static const struct qii_option options[] = {
    {"filter", 0, "PATTERN", "record matching functions only (name, source file, or library)", NULL, 0},
    {"exclude", 0, "PATTERN", "do not record matching functions", NULL, 0},
    {"data-file", 'o', "FILE", "data file; an existing one is replaced (default: PROGRAM.PID.qii)", NULL, 0},
    {"children", 0, NULL, "record child processes, too, each in a data file of its own", NULL, 0},
    {"config", 0, "FILE", "project settings (default: .qiirc, see doc/coverage.md)", NULL, 0},
    {"no-config", 0, NULL, "use no project settings", NULL, 0},
    {"list", 0, NULL, "list the interfaces of PROGRAM and its libraries, instead of running it", NULL, 0},
    {"sample", 0, "[HZ]", "record samples of any program, HZ per second of CPU time (default: 100)", NULL, 0},
    {"sample", 0, "wall", "as above, per second of elapsed time, waiting threads included", NULL, 0},
    {"library", 0, "FILE", "use another library with the same interface", NULL, 0},
    {"NAME", 0, "VALUE", "any other library option (doc/options.md), such as --quiet", NULL, 0},
    {.name = NULL},
};

/* Take --sample, --sample=HZ, --sample=wall or --sample=wall,HZ. Return 1, 0 if the word is another option, or -1 if
 * the rate is invalid. */
static int take_sample(struct kit_settings *settings, const char *word)
{
    static const char name[] = "--sample";
    const char *value = word + strlen(name);
    if (strncmp(word, name, strlen(name)) != 0 || (*value && *value != '='))
        return 0;
    value += *value == '=';
    bool wall = strncmp(value, "wall", 4) == 0 && (!value[4] || value[4] == ',');
    if (wall)
        value += value[4] ? 5 : 4;
    if (value[strspn(value, "0123456789")] || (*value && (atol(value) < 1 || atol(value) > 10000))) {
        fprintf(stderr,
                "%s: --sample takes a number of samples per second up to 10000, wall, or wall,NUMBER, not '%s'\n",
                command, word + strlen(name) + 1);
        return -1;
    }
    kit_settings_set(settings, KIT_SAMPLE, wall ? "wall" : "cpu");
    kit_settings_add_option(settings, "sample", *value ? value : "yes");
    if (wall)
        kit_settings_add_option(settings, "measure-timed-calls", "elapsed-time");
    return 1;
}

struct start {
    struct kit_settings settings;
    struct qii_configured configured;
    bool lists;    /* only list the interfaces */
    bool children; /* record child processes, too */
};

/* Take an option of this command, without a value. */
static bool take_own(struct start *start, const char *word)
{
    if (strcmp(word, "--list") == 0)
        start->lists = true;
    else if (strcmp(word, "--children") == 0 || strcmp(word, "--follow-child-processes") == 0)
        start->children = true;
    else
        return false;
    return true;
}

/* Return whether several processes would have the same data file. */
static bool is_shared(const struct start *start)
{
    const char *name = start->settings.data_file;
    return start->children && name && !strstr(name, "%p") && strcasecmp(name, "none") != 0;
}

/* Set *at to the index of the program. Return QII_OK or another exit code. */
static int read_words(struct start *start, int argc, char **argv, int *at)
{
    for (*at = 1; *at < argc && argv[*at][0] == '-';) {
        if (strcmp(argv[*at], "--") == 0) {
            ++*at;
            break;
        }
        if (strcmp(argv[*at], "--help") == 0)
            qii_command_help(&qii_run);
        int taken = take_own(start, argv[*at]) ? 1 : take_sample(&start->settings, argv[*at]);
        if (taken == 0)
            taken = qii_configured_take(&start->configured, command, argv + *at, argc - *at);
        if (taken == 0 && qii_unknown_passed(&qii_run, argv[*at], !start->settings.library))
            return QII_USAGE;
        if (taken == 0 && (taken = kit_launcher_take(&start->settings, command, own, argv + *at, argc - *at)) == 0)
            fprintf(stderr, "%s: %s is not an option; those of doc/options.md begin with --\n", command, argv[*at]);
        if (taken <= 0)
            return QII_USAGE;
        *at += taken;
    }
    if (*at == argc)
        fprintf(stderr, "%s: name a program\n", command);
    else if (start->settings.texts[KIT_SAMPLE] &&
             (start->settings.texts[KIT_FILTER] || start->settings.texts[KIT_EXCLUDE]))
        fprintf(stderr, "%s: samples are of all functions: --sample excludes --filter and --exclude\n", command);
    else if (is_shared(start))
        fprintf(stderr, "%s: with --children each process has its own data file, so put %%p into its name: -o %s\n",
                command, "NAME.%p.qii");
    else
        return QII_OK;
    return QII_USAGE;
}

static void set_variable(const char *name, const char *value)
{
    if (setenv(name, value, 1) != 0)
        qii_exit_without_memory(command);
}

/* Set a variable to this text, followed by a colon and its former value, if it has one. */
static void prepend(const char *name, const char *text)
{
    const char *before = getenv(name);
    bool has = before && *before;
    char *all = qii_format(command, "%s%s%s", text, has ? ":" : "", has ? before : "");
    set_variable(name, all);
    free(all);
}

/* Preload a library. If the program needs a sanitizer's runtime (NULL = none), it comes first. */
static void preload(const char *runtime, const char *library)
{
    prepend("LD_PRELOAD", library);
    if (runtime)
        prepend("LD_PRELOAD", runtime);
}

/* Return the settings of child processes, as a text to be freed. Their data files are named after their programs. */
static char *settings_of_children(const struct kit_settings *settings)
{
    struct kit_settings children = {.cover = KIT_COVER_UNSET};
    char *program = qii_checked(kit_settings_write(settings), command);
    if (!kit_settings_read(&children, program))
        qii_exit_without_memory(command);
    kit_settings_follow_children(&children, settings->data_file ? settings->data_file : "%v.%p.qii");
    char *text = qii_checked(kit_settings_write(&children), command);
    kit_settings_fini(&children);
    free(program);
    return text;
}

/* Replace this process by the program. This function returns only on failure, with the exit code. */
static int run(struct start *start, const char *runtime, char **words)
{
    char *library = qii_installed_find("qii/run/native.so", true);
    if (!library)
        return KIT_LAUNCHER_NO_BINDING;
    if (strpbrk(library, ": ") || (runtime && strpbrk(runtime, ": "))) {
        fprintf(stderr, "%s: LD_PRELOAD cannot name %s, since the path has a blank or a colon\n", command,
                strpbrk(library, ": ") ? library : runtime);
        return KIT_LAUNCHER_NO_BINDING;
    }
    preload(runtime, library);
    if (start->children) {
        kit_settings_add_text(&start->settings, "-follow-child-processes");
        char *children = settings_of_children(&start->settings);
        set_variable("QII_RUN_CHILDREN", children);
        prepend("ASAN_OPTIONS", "verify_asan_link_order=0"); /* children find our library before the runtime */
        free(children);
    }
    kit_launcher_name(&start->settings, words[0], "");
    char *text = qii_checked(kit_settings_write(&start->settings), command);
    set_variable("QII_RUN_SETTINGS", text);
    free(text);
    free(library);
    return kit_launcher_run(command, words);
}

/* As above, unless the recorder cannot be loaded into the program. */
static int run_checked(struct start *start, char **words)
{
    char *runtime = NULL;
    char *path = qii_program_find(command, words[0]);
    char *why = path ? qii_program_refuses(command, path, &runtime) : NULL;
    int code = QII_USAGE;
    if (why)
        fprintf(stderr, "%s: %s\n", command, why);
    else if (qii_data_file_is_free(command, start->settings.data_file))
        code = run(start, runtime, words);
    free(runtime);
    free(path);
    free(why);
    return code;
}

static int become_program(int argc, char **argv)
{
    struct start start = {.settings = {.cover = KIT_COVER_UNSET}};
    int at;
    kit_settings_add_text(&start.settings,
                          "-shutdown-at-exit -fold-thread-names=no"); /* names of tasks end with a line */
    int code = read_words(&start, argc, argv, &at);
    if (code == QII_OK)
        code = qii_configured_apply(&start.configured, command, QII_NO_FILES, &start.settings);
    if (code == QII_OK)
        code = start.lists ? qii_interfaces_list(command, argv[at]) : run_checked(&start, argv + at);
    kit_settings_fini(&start.settings);
    return code;
}

const struct qii_command qii_run = {
    .name = "run",
    .summary = "run a compiled program and record it",
    .arguments = "[--] PROGRAM [ARGUMENT...]",
    .help = "Run a compiled program that reports its work, and record it; or any program, and record samples of its "
            "stacks (--sample).\v"
            "With --list, print which interfaces the program and its libraries have; the status is 0 if one of them is "
            "recorded, else 1.\n"
            "The exit status is the program's, or 125 if the recorder cannot be loaded, 126 if the program cannot be "
            "run, 127 if it is not found.",
    .options = options,
    .main = become_program,
};
