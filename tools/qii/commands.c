#include "tools/qii/command.h"

#include "show/parts/wrap.h"
#include "tools/qii/questions.h"

#include <qprof.h>

#include <string.h>

/* All commands. Each is defined in commands/cmd_NAME.c. */
#define COMMANDS(X)                                                                                                    \
    X(lua)                                                                                                             \
    X(java)                                                                                                            \
    X(python)                                                                                                          \
    X(run)                                                                                                             \
    X(report)                                                                                                          \
    X(threads)                                                                                                         \
    X(top)                                                                                                             \
    X(tree)                                                                                                            \
    X(counters)                                                                                                        \
    X(messages)                                                                                                        \
    X(trace)                                                                                                           \
    X(annotate)                                                                                                        \
    X(cover)                                                                                                           \
    X(tests)                                                                                                           \
    X(list)                                                                                                            \
    X(diff)                                                                                                            \
    X(info)                                                                                                            \
    X(locations)                                                                                                       \
    X(check)                                                                                                           \
    X(html)                                                                                                            \
    X(merge)                                                                                                           \
    X(export)

#define X(name) extern const struct qii_command qii_##name;
COMMANDS(X)
#undef X

static const struct qii_command *const commands[] = {
#define X(name) &qii_##name,
    COMMANDS(X)
#undef X
        NULL,
};

static void write_help(FILE *out)
{
    fputs("Usage: qii COMMAND [OPTION...] [FILE...]\n"
          "Show profiles recorded by libqprof, libcprof and libvt, of finished, killed or\n"
          "running programs.\n\n"
          "Commands:\n",
          out);
    for (const struct qii_command *const *it = commands; *it; it++) {
        fprintf(out, "  %-10s %s", (*it)->name, (*it)->summary);
        if ((*it)->end_summary)
            (*it)->end_summary(out);
        fputc('\n', out);
    }
    fputs("  help       show this help, the help of a command (qii help tree), or commands that "
          "answer a question (qii help wait, qii help 'who calls f')\n\n"
          "FILE is a data file; default: the newest *.qii in the current directory.\n"
          "Several files are merged. The files of an MPI job, one for each rank, are read as one job: name a "
          "directory, a quoted pattern such as 'app.*.qii', or one of the files with --job.\n\n"
          "Questions (qii help WORD... finds more):\n",
          out);
    qii_questions_list(out);
    fputs("\nExit codes:\n"
          "  0  success\n"
          "  1  negative result: the file is not valid (check), a limit (--fail-under, --no-worse-than, "
          "--fail-over) was passed, or nothing matches a name or pattern\n"
          "  2  usage error\n"
          "  3  the file cannot be read or is not a data file\n"
          "  4  the output cannot be written\n"
          "  5  out of memory\n\n"
          "Environment:\n"
          "  COLUMNS        width of lines if the output is not a terminal (default: unlimited)\n"
          "  NO_COLOR       if not empty, never use colour (default: use colour on a terminal)\n"
          "  QII_PAGER      pager for long output on a terminal (default: PAGER, then less); cat or empty: none\n"
          "  QII_DEBUG_DIR  extra directory with separate debug information, besides /usr/lib/debug\n",
          out);
}

#define HELP_COLUMNS 80 /* width of the help if qii_columns returns 0; argp's help is as wide */

/* Return a stream for a help text on `out`, which end_help closes. */
static FILE *begin_help(FILE *out)
{
    uint32_t columns = qii_columns(out);
    FILE *wrapped = qp_wrap_open(out, columns ? columns : HELP_COLUMNS);
    return wrapped ? wrapped : out;
}

static void end_help(FILE *help, const FILE *out)
{
    if (help != out)
        fclose(help);
}

static void print_help(FILE *out)
{
    FILE *help = begin_help(out);
    write_help(help);
    end_help(help, out);
}

/* Run the command with argv[0] = "qii NAME" and all arguments after the name. */
static int run_command(const struct qii_command *command, int argc, char **argv)
{
    char title[64];
    char *name = argv[0];
    snprintf(title, sizeof title, "qii %s", command->name);
    argv[0] = title;
    int code = qii_answer(command, argc, argv);
    argv[0] = name;
    return code;
}

/* Print the questions that match the words. */
static int find_questions(int count, char **words)
{
    char text[500] = "";
    for (int i = 0; i < count; i++) {
        size_t used = strlen(text);
        snprintf(text + used, sizeof text - used, "%s ", words[i]);
    }
    FILE *help = begin_help(stdout);
    unsigned found = qii_questions_find(help, text);
    end_help(help, stdout);
    if (found)
        return qii_output_end(QII_OK);
    if (count == 1 && !strchr(words[0], ' '))
        return qii_unknown_command(commands, words[0]);
    fputs("qii: no question has these words; 'qii help' lists commands and questions\n", stderr);
    return QII_NO;
}

static bool is_help(const char *word)
{
    return strcmp(word, "help") == 0 || strcmp(word, "--help") == 0 || strcmp(word, "-h") == 0;
}

static int run_help(int argc, char **argv)
{
    if (argc < 2 || (argc == 2 && is_help(argv[1]))) {
        print_help(stdout);
        return qii_output_end(QII_OK);
    }
    const struct qii_command *command = argc == 2 ? qii_command_named(commands, argv[1]) : NULL;
    if (!command)
        return find_questions(argc - 1, argv + 1);
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
    if (is_help(word))
        return run_help(argc - 1, argv + 1);
    if (strcmp(word, "--version") == 0 || strcmp(word, "-V") == 0) {
        puts("qii " QPROF_VERSION);
        return qii_output_end(QII_OK);
    }
    if (strcmp(word, "complete") == 0)
        return qii_complete(commands, argc - 2, argv + 2);
    const struct qii_command *command = qii_command_named(commands, word);
    return command ? run_command(command, argc - 1, argv + 1) : qii_unknown_command(commands, word);
}
