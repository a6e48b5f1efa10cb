#include "tools/qii/qii.h"

#include <qprof.h>

#include <stdlib.h>
#include <string.h>

const struct qii_command qii_commands[] = {
    {"lua", "run a Lua program and record it", qii_lua},
    {"report", "the functions: calls, time in themselves and with what they called", qii_report},
    {"tree", "the call tree, branches with most time first", qii_tree},
    {"counters", "counters: how many values, smallest, mean, largest, last, and their course", qii_counters},
    {"trace", "the events of libvt's log in order: states, counters, messages", qii_trace},
    {"annotate", "a source file, or a function, with counts and times per line", qii_annotate},
    {"cover", "lines and functions that ran and that did not, per file", qii_cover},
    {"info", "the run and its file: how it ended, threads, phases, sizes", qii_info},
    {"locations", "the source locations of a run: functions, files and lines, frame by frame", qii_locations},
    {"check", "is the data file sound?", qii_check},
    {"export", "write a profile for other programs: json, lcov", qii_export},
    {NULL, NULL, NULL},
};

static void print_help(FILE *out)
{
    fputs("Usage: qii COMMAND [OPTION...] [FILE]\n"
          "Show what libqprof and libcprof recorded: in a run that ended, was killed, or still runs.\n\n"
          "Commands:\n",
          out);
    for (const struct qii_command *command = qii_commands; command->name; command++)
        fprintf(out, "  %-10s %s\n", command->name, command->summary);
    fputs("  help       this text, or the help of a command: qii help COMMAND\n\n"
          "FILE is a data file; without one, the newest *.qii of the current directory.\n\n"
          "Exit codes:\n"
          "  0  done, or the answer is yes\n"
          "  1  the answer is no (check: the file is unsound; cover --fail-under: too little; nothing matches)\n"
          "  2  wrong usage\n"
          "  3  the file cannot be read, or is no data file\n"
          "  4  the output cannot be written\n"
          "  5  out of memory\n\n"
          "Environment:\n"
          "  NO_COLOR       not empty: no colour; else there is colour where the output is a terminal\n"
          "  QII_DEBUG_DIR  a directory with debug information of programs, besides /usr/lib/debug\n",
          out);
}

static const struct qii_command *command_named(const char *name)
{
    for (const struct qii_command *command = qii_commands; command->name; command++) {
        if (strcmp(command->name, name) == 0)
            return command;
    }
    return NULL;
}

static int unknown_command(const char *name)
{
    fprintf(stderr, "qii: no command '%s'; qii help lists them\n", name);
    return QII_USAGE;
}

/* Run with argv[0] = "qii NAME"; everything behind the name belongs to the command. */
static int run_command(const struct qii_command *command, int argc, char **argv)
{
    char title[64];
    char *name = argv[0];
    snprintf(title, sizeof title, "qii %s", command->name);
    argv[0] = title;
    int code = command->run(argc, argv);
    argv[0] = name;
    return code;
}

static int run_help(int argc, char **argv)
{
    if (argc < 2) {
        print_help(stdout);
        return qii_output_end(QII_OK);
    }
    const struct qii_command *command = command_named(argv[1]);
    if (!command)
        return unknown_command(argv[1]);
    char help[] = "--help";
    char *line[] = {argv[1], help, NULL};
    return run_command(command, 2, line);
}

int qii_main(int argc, char **argv)
{
    argp_err_exit_status = QII_USAGE;
    if (argc < 2) {
        print_help(stderr);
        return QII_USAGE;
    }
    const char *word = argv[1];
    if (strcmp(word, "help") == 0 || strcmp(word, "--help") == 0 || strcmp(word, "-h") == 0)
        return run_help(argc - 1, argv + 1);
    if (strcmp(word, "--version") == 0 || strcmp(word, "-V") == 0) {
        puts("qii " QPROF_VERSION);
        return qii_output_end(QII_OK);
    }
    const struct qii_command *command = command_named(word);
    return command ? run_command(command, argc - 1, argv + 1) : unknown_command(word);
}
