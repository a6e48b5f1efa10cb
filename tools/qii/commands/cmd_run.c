/* cmd_run.c - qii run: run a compiled program that reports its work, and record it.
 *
 * This process is replaced by the program. LD_PRELOAD begins with a library of ours, which starts the recorder and
 * restores the environment. */
#include "tools/qii/command.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "bindings/kit/launcher.h"
#include "tools/qii/data_file.h"
#include "tools/qii/installed.h"
#include "tools/qii/program.h"

extern const struct qii_command qii_run; /* defined at the end of this file; needed for --help */

static const char command[] = "qii run"; /* starts each message */

/* The settings of kit_settings that this command has. */
static const unsigned own = 1u << KIT_FILTER | 1u << KIT_EXCLUDE;

static const struct qii_option options[] = {
    {"filter", 0, "PATTERN", "record matching functions only (name, source file, or library)", NULL, 0},
    {"exclude", 0, "PATTERN", "do not record matching functions", NULL, 0},
    {"data-file", 'o', "FILE", "data file; an existing one is replaced (default: PROGRAM.PID.qii)", NULL, 0},
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

/* Set *at to the index of the program. Return QII_OK or another exit code. */
static int read_words(struct kit_settings *settings, int argc, char **argv, int *at)
{
    for (*at = 1; *at < argc && argv[*at][0] == '-';) {
        if (strcmp(argv[*at], "--") == 0) {
            ++*at;
            break;
        }
        if (strcmp(argv[*at], "--help") == 0)
            qii_command_help(&qii_run);
        int taken = take_sample(settings, argv[*at]);
        if (taken == 0 && qii_unknown_passed(&qii_run, argv[*at], !settings->library))
            return QII_USAGE;
        if (taken == 0 && (taken = kit_launcher_take(settings, command, own, argv + *at, argc - *at)) == 0)
            fprintf(stderr, "%s: %s is not an option; those of doc/options.md begin with --\n", command, argv[*at]);
        if (taken <= 0)
            return QII_USAGE;
        *at += taken;
    }
    if (*at == argc)
        fprintf(stderr, "%s: name a program\n", command);
    else if (settings->texts[KIT_SAMPLE] && (settings->texts[KIT_FILTER] || settings->texts[KIT_EXCLUDE]))
        fprintf(stderr, "%s: samples are of all functions: --sample cannot be combined with --filter or --exclude\n",
                command);
    else if (qii_program_is_dynamic(argv[*at]))
        return QII_OK;
    else
        fprintf(stderr, "%s: %s is linked statically, so the recorder cannot be loaded\n", command, argv[*at]);
    return QII_USAGE;
}

static void set_variable(const char *name, const char *value)
{
    if (setenv(name, value, 1) != 0)
        qii_exit_without_memory(command);
}

/* Replace this process by the program. This function returns only on failure, with the exit code. */
static int run(const struct kit_settings *settings, char **words)
{
    char *library = qii_installed_find("qii/run/native.so", true);
    const char *before = getenv("LD_PRELOAD");
    if (!library)
        return KIT_LAUNCHER_NO_BINDING;
    char *all = qii_format(command, before && *before ? "%s:%s" : "%s", library, before);
    char *text = qii_checked(kit_settings_write(settings), command);
    set_variable("LD_PRELOAD", all);
    set_variable("QII_RUN_SETTINGS", text);
    free(all);
    free(text);
    free(library);
    return kit_launcher_run(command, words);
}

static int become_program(int argc, char **argv)
{
    struct kit_settings settings = {.cover = KIT_COVER_UNSET};
    int at;
    kit_settings_add_text(&settings, "-shutdown-at-exit");
    int code = read_words(&settings, argc, argv, &at);
    if (code == QII_OK) {
        kit_launcher_name(&settings, argv[at], "");
        code = qii_data_file_is_free(command, settings.data_file) ? run(&settings, argv + at) : QII_USAGE;
    }
    kit_settings_fini(&settings);
    return code;
}

const struct qii_command qii_run = {
    .name = "run",
    .summary = "run a compiled program and record it",
    .arguments = "[--] PROGRAM [ARGUMENT...]",
    .help =
        "Run a program that was compiled with -finstrument-functions, and record the calls of its functions; or any "
        "dynamically linked program, and record samples of its stacks (--sample).\v"
        "The exit status is the program's, or 125 if the recorder cannot be loaded, 126 if the program cannot be "
        "run, 127 if it is not found.",
    .options = options,
    .main = become_program,
};
