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
    {"library", 0, "FILE", "use another library with the same interface", NULL, 0},
    {"NAME", 0, "VALUE", "any other library option (doc/options.md), such as --quiet", NULL, 0},
    {.name = NULL},
};

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
        if (qii_unknown_passed(&qii_run, argv[*at], !settings->library))
            return QII_USAGE;
        int taken = kit_launcher_take(settings, command, own, argv + *at, argc - *at);
        if (taken == 0)
            fprintf(stderr, "%s: %s is not an option; those of doc/options.md begin with --\n", command, argv[*at]);
        if (taken <= 0)
            return QII_USAGE;
        *at += taken;
    }
    if (*at == argc)
        fprintf(stderr, "%s: name a program\n", command);
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
    kit_settings_add_text(&settings, "-shutdown-at-exit -fold-thread-names=no"); /* names of tasks end with a line */
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
    .help = "Run a program that was compiled with -finstrument-functions, and record the calls of its functions.\v"
            "The exit status is the program's, or 125 if the recorder cannot be loaded, 126 if the program cannot be "
            "run, 127 if it is not found.",
    .options = options,
    .main = become_program,
};
