/* command.h - the definition of a command over data files: options, request and the function that runs it. */
#pragma once

#include "profile/source/pattern.h"
#include "profile/source/source_path.h"
#include "tools/qii/files.h"
#include "tools/qii/qii.h"

#include <argp.h>
#include <stddef.h>

/* Parse the argument of an option into a field of the request. If the argument is invalid, report it with
 * argp_error. */
typedef void qii_take(void *field, const char *argument, const char *option, struct argp_state *state);

qii_take qii_flag;     /* bool; the option has no argument */
qii_take qii_text;     /* const char * */
qii_take qii_nonempty; /* const char *, not empty */
qii_take qii_number;   /* uint32_t */
qii_take qii_percent;  /* double, 0 to 100 */
qii_take qii_seconds;  /* uint64_t, nanoseconds */
qii_take qii_pattern;  /* struct qp_patterns: append a pattern */
qii_take qii_folder;   /* struct qp_source_path: append a directory */

struct qii_option {
    const char *name;
    int letter;           /* short option, 0 = none */
    const char *argument; /* NULL = no argument; a '?' at the start marks an optional one, which is NULL if omitted */
    const char *help;
    qii_take *take; /* NULL = the argument is one of `words` of the command, and the field is set to the index of the
                     * word */
    size_t field;   /* offset in the request */
};

/* An option that accepts only certain words. */
struct qii_words {
    const char *option;
    const char *const *words; /* ends with NULL */
};

struct qii_command {
    const char *name;
    const char *summary;
    void (*end_summary)(FILE *out);   /* prints an addition to the summary, NULL = none */
    const char *arguments;            /* usage of arguments, such as "[FILE]" */
    const char *help;                 /* text before the options, \v and text after the options, as in argp's doc */
    const struct qii_option *options; /* ends with a NULL name; NULL = none */
    bool selects;                     /* takes --phase, --context, --product and --raw */
    bool measures;                    /* takes --measure */
    bool tables;                      /* prints tables, and takes --format */
    bool pages;                       /* uses a pager on a terminal, and takes --no-pager */
    bool configured;                  /* uses the project's settings, and takes --config and --no-config */
    bool watches;                     /* takes --watch */
    bool queries;                     /* `run` gets an open query */
    bool cover;                       /* shows libcprof's data by default if the file also has another library's */
    bool opens_nothing;               /* `run` gets only the file names, and opens the files itself */
    bool quiet;                       /* `run` warns about damage itself, after reading more of the file */
    const char *product;              /* default library; NULL = the first that has data in the file */
    size_t size;                      /* size of the request */
    const void *defaults;             /* initial request, NULL = zeros */
    struct qii_files files;           /* accepted arguments */
    const struct qii_words *words;    /* options that accept only certain words; ends with a NULL option; NULL = none */
    /* Return the value with this index among those that an option accepts, NULL after the last value. Shell
     * completion uses it for values that are not in `words`. */
    const char *(*word)(const char *option, unsigned index);
    void (*check)(void *request, struct argp_state *state); /* called after the last option, NULL = no check */
    char *(*more_help)(int key, const char *text, void *input);
    bool (*opens_itself)(const struct qii_input *input, const void *request); /* as opens_nothing, for some requests */
    int (*run)(struct qii_input *input, void *request);                       /* returns an exit code */
    /* If set, this is the only function that is called: it parses the command line itself and runs the command. */
    int (*main)(int argc, char **argv);
};

/* Parse a command line into the input and the request, which already contains the defaults. Return QII_OK or another
 * exit code. For --help and --usage, argp exits. */
int qii_command_parse(const struct qii_command *command, int argc, char **argv, struct qii_input *input, void *request);

/* Run a command once, or repeatedly if --watch was given. argv[0] is "qii NAME", for messages. Return the exit code.
 * For --help and --usage, argp exits. */
int qii_answer(const struct qii_command *command, int argc, char **argv);

/* Return QII_OK if the filter is empty, or if `any` states that something passed it. Otherwise print a message on
 * stderr and return QII_NO, so that an outdated pattern stops a script. */
int qii_matches(const struct qp_filter *filter, bool any);

/* Run qii complete: print the candidates of shell completion (tools/completion) for the last of `words`, which are the
 * words after "qii". The last word may be empty. Each line is a candidate, a tab and its description. Print nothing if
 * any file or text may follow. `commands` ends with NULL. Return the exit code. */
int qii_complete(const struct qii_command *const *commands, int count, char **words);

/* Return the command with this name; NULL if there is none. */
const struct qii_command *qii_command_named(const struct qii_command *const *commands, const char *name);

/* Find the first long option in argv that the command does not have. Print it, with an option of a similar name if
 * there is one, and return true. Return false if there is no such option. */
bool qii_unknown_options(const struct qii_command *command, int argc, char **argv);

/* Return true if a word is a long option that neither the command nor the recorder has. If `prints` is true, print
 * the option. This is for commands that pass options on to the recorder. */
bool qii_unknown_passed(const struct qii_command *command, const char *word, bool prints);

/* Print that there is no command of this name, with the command whose name is similar. Return the exit code. */
int qii_unknown_command(const struct qii_command *const *commands, const char *name);

/* Return the option whose argument is the next word, if `word` is an option such as "-s" or "--sort". Return NULL if
 * the word needs no further argument. */
const struct qii_option *qii_command_waiting(const struct qii_command *command, const char *word);

/* Return the option with this name; NULL if there is none. The name ends at a '=' or at the end of the string. */
const struct qii_option *qii_command_option_named(const struct qii_command *command, const char *name);

/* Print the --help text of a command that parses its command line itself, and exit. */
_Noreturn void qii_command_help(const struct qii_command *command);

/* Return the words that an option accepts; NULL if it accepts other values. */
const char *const *qii_command_words(const struct qii_command *command, const char *option);

/* Return an option of the command by index: first the command's own options, then the common options. Return NULL after
 * the last one. */
const struct qii_option *qii_command_option(const struct qii_command *command, unsigned index);
