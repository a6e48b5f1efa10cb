/* command.h - the definition of a command over data files: options, request and the function that runs it. */
#pragma once

#include "profile/source/pattern.h"
#include "profile/source/source_path.h"
#include "tools/qii/files.h"
#include "tools/qii/qii.h"

#include <argp.h>
#include <stddef.h>

/* Parse the argument of an option into a field of the request; report an invalid argument with argp_error. */
typedef void qii_take(void *field, const char *argument, const char *option, struct argp_state *state);

qii_take qii_flag;     /* no argument; bool */
qii_take qii_text;     /* const char * */
qii_take qii_nonempty; /* const char *, not empty */
qii_take qii_number;   /* uint32_t */
qii_take qii_percent;  /* double, 0 to 100 */
qii_take qii_seconds;  /* uint64_t, nanoseconds */
qii_take qii_pattern;  /* struct qp_patterns: append one */
qii_take qii_folder;   /* struct qp_source_path: append one */

struct qii_option {
    const char *name;
    int letter;           /* short option, 0 = none */
    const char *argument; /* NULL = none; if it starts with '?' it is optional, and NULL when omitted */
    const char *help;
    qii_take *take; /* NULL = the argument is one of the command's words and the field is an enum in their order */
    size_t field;   /* offset in the request */
};

/* The values that an option accepts. */
struct qii_words {
    const char *option;
    const char *const *words; /* ends with NULL */
};

struct qii_command {
    const char *name;
    const char *summary;
    void (*end_summary)(FILE *out);   /* prints the end of the summary, NULL = nothing to add */
    const char *arguments;            /* [FILE], ... */
    const char *help;                 /* as argp's doc: text before the options, \v, text after them */
    const struct qii_option *options; /* ends with a NULL name; NULL = none */
    bool selects;                     /* takes --phase, --product and --raw */
    bool tables;                      /* takes --format: prints tables */
    bool pages;                       /* uses a pager on a terminal, and takes --no-pager */
    bool watches;                     /* takes --watch */
    bool queries;                     /* needs an open query before it runs */
    bool cover;                       /* default to libcprof's data if the file has two products */
    bool opens_nothing;               /* takes file names, and opens the files itself */
    bool quiet;                       /* reports damage itself, after reading more */
    const char *product;              /* default product; NULL = the first that has data */
    size_t size;                      /* of the request struct */
    const void *defaults;             /* initial request, NULL = zeros */
    struct qii_files files;           /* accepted arguments */
    const struct qii_words *words;    /* values of its options; ends with a NULL option; NULL = none */
    /* Return a value that the option accepts, NULL after the last, for values that are in no list. */
    const char *(*word)(const char *option, unsigned index);
    void (*check)(void *request, struct argp_state *state); /* after all options, NULL = nothing to check */
    char *(*more_help)(int key, const char *text, void *input);
    int (*run)(struct qii_input *input, void *request); /* returns an exit code */
    int (*main)(int argc, char **argv);                 /* replaces all of the above: parses its command line itself */
};

/* Parse a command line into the input and the request, which already holds the defaults. Return QII_OK or an exit
 * code; --help and --usage exit, as argp does. */
int qii_command_parse(const struct qii_command *command, int argc, char **argv, struct qii_input *input, void *request);

/* Run a command, once or repeatedly with --watch. argv[0] is "qii NAME", for messages. Return the exit code; --help and
 * --usage exit, as argp does. */
int qii_answer(const struct qii_command *command, int argc, char **argv);

/* Return QII_OK if something passed the filter (`any` is true), or if the filter is empty. Otherwise print a message
 * on stderr and return QII_NO, so that an outdated pattern stops a script. */
int qii_matches(const struct qp_filter *filter, bool any);

/* qii complete: print the candidates of shell completion (tools/completion) for the last word, which may be empty,
 * one per line: the candidate, a tab, its description. `words` are the words after "qii". Print nothing where any file
 * name or any text is allowed. The list of commands ends with NULL. Return the exit code. */
int qii_complete(const struct qii_command *const *commands, int count, char **words);

/* Return a command by its name; NULL if there is none. */
const struct qii_command *qii_command_named(const struct qii_command *const *commands, const char *name);

/* Print the --help text of a command that parses its command line itself, and exit. */
_Noreturn void qii_command_help(const struct qii_command *command);

/* Return the values that an option accepts, NULL = any. */
const char *const *qii_command_words(const struct qii_command *command, const char *option);

/* Return an option of the command by index, the common options after its own; NULL after the last. */
const struct qii_option *qii_command_option(const struct qii_command *command, unsigned index);
