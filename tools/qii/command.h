/* command.h - a command over a data file: its options, the request that they fill, and the call that answers it. */
#ifndef QII_COMMAND_H
#define QII_COMMAND_H

#include "profile/source/pattern.h"
#include "profile/source/source_path.h"
#include "tools/qii/files.h"
#include "tools/qii/qii.h"

#include <argp.h>
#include <stddef.h>

/* Takes the argument of an option into a field of the request; a wrong one is told by argp_error. */
typedef void qii_take(void *field, const char *argument, const char *option, struct argp_state *state);

qii_take qii_flag;    /* no argument; bool */
qii_take qii_text;    /* const char * */
qii_take qii_wanted;  /* the same, not empty */
qii_take qii_number;  /* uint32_t */
qii_take qii_percent; /* double, 0 to 100 */
qii_take qii_seconds; /* uint64_t, nanoseconds */
qii_take qii_pattern; /* struct qp_patterns: one more */
qii_take qii_folder;  /* struct qp_source_path: one more */

struct qii_option {
    const char *name;
    int letter;           /* of the short form, 0 = none */
    const char *argument; /* NULL = takes none; behind a '?' it may be missing, and is NULL then */
    const char *help;
    qii_take *take; /* NULL = the argument is one of the command's words, and the field an enum in their order */
    size_t field;   /* offset in the request */
};

/* The words that an option's argument may be. */
struct qii_words {
    const char *option;
    const char *const *words; /* ends with NULL */
};

struct qii_command {
    const char *name;
    const char *summary;
    void (*end_summary)(FILE *out);   /* prints the rest of it, NULL = that is all */
    const char *arguments;            /* [FILE], ... */
    const char *help;                 /* as argp's: what stands before the options, \v, what stands behind them */
    const struct qii_option *options; /* ends with a NULL name; NULL = none */
    bool selects;                     /* takes --phase, --product and --raw */
    bool tables;                      /* takes --format: what it shows is in tables */
    bool pages;                       /* goes through a pager on a terminal, and takes --no-pager */
    bool watches;                     /* takes --watch */
    bool queries;                     /* has the query opened before it runs */
    bool cover;                       /* of two products libcprof's data is shown, when nobody asks for one */
    bool opens_nothing;               /* takes names of files, and reads them itself */
    bool quiet;                       /* tells damage itself, after it has read more */
    const char *product;              /* shown when nobody asks for one; NULL = the first that has data */
    size_t size;                      /* of the request, a struct of its own */
    const void *defaults;             /* a request, NULL = zeros */
    struct qii_files files;           /* the arguments that it takes */
    const struct qii_words *words;    /* of its options; ends with a NULL option; NULL = none */
    /* The words that an option's argument may be, NULL after the last, where they are in no list. */
    const char *(*word)(const char *option, unsigned index);
    void (*check)(void *request, struct argp_state *state); /* after all options, NULL = nothing to check */
    char *(*more_help)(int key, const char *text, void *input);
    int (*run)(struct qii_input *input, void *request); /* returns an exit code */
    int (*main)(int argc, char **argv);                 /* instead of all that: parses its line itself */
};

/* Read a command line into the input and the request, which has the defaults already. Returns QII_OK or an exit code;
 * --help and --usage exit, as argp does. */
int qii_command_parse(const struct qii_command *command, int argc, char **argv, struct qii_input *input, void *request);

/* What --help says, for a command that parses its line itself. */
void qii_command_help(const struct qii_command *command, FILE *out);

/* The words of an option, NULL for any. */
const char *const *qii_command_words(const struct qii_command *command, const char *option);

/* The options of a command by number, the common ones behind its own; NULL after the last. */
const struct qii_option *qii_command_option(const struct qii_command *command, unsigned index);

#endif
