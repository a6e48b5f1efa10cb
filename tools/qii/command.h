/* command.h - a command over a data file: its options, the request that they fill, and the call that answers it. */
#ifndef QII_COMMAND_H
#define QII_COMMAND_H

#include "tools/qii/input.h"
#include "tools/qii/qii.h"

#include <argp.h>
#include <stddef.h>

/* Takes the argument of an option into a field of the request; a wrong one is told by argp_error. */
typedef void qii_take(void *field, const char *argument, const char *option, struct argp_state *state);

qii_take qii_flag;    /* no argument; bool */
qii_take qii_text;    /* const char * */
qii_take qii_number;  /* uint32_t */
qii_take qii_percent; /* double, 0 to 100 */
qii_take qii_seconds; /* uint64_t, nanoseconds */

struct qii_option {
    const char *name;
    int letter;           /* of the short form, 0 = none */
    const char *argument; /* NULL = takes none; behind a '?' it may be missing, and is NULL then */
    const char *help;
    qii_take *take;
    size_t field; /* offset in the request */
};

struct qii_command {
    const char *name;
    const char *summary;
    void (*end_summary)(FILE *out);   /* prints the rest of it, NULL = that is all */
    const char *arguments;            /* [FILE], ... */
    const char *help;                 /* as argp's: what stands before the options, \v, what stands behind them */
    const struct qii_option *options; /* ends with a NULL name; NULL = none */
    bool selects;                     /* takes --phase, --product and --raw */
    bool watches;                     /* takes --watch */
    bool queries;                     /* has the query opened before it runs */
    bool cover;                       /* of two products libcprof's data is shown, when nobody asks for one */
    bool opens;                       /* opens its input itself, if any */
    bool quiet;                       /* tells damage itself, after it has read more */
    const char *product;              /* shown when nobody asks for one; NULL = the first that has data */
    size_t size;                      /* of the request, a struct of its own */
    const void *defaults;             /* a request, NULL = zeros */
    size_t subject;                   /* field (const char *) of an argument that stands before FILE */
    const char *no_subject;           /* what is said when it is missing; NULL = the command takes none */
    bool takes_second;                /* a second FILE */
    size_t second;                    /* its field (const char *) */
    /* The words that an option's argument may be, NULL after the last. NULL: those of an argument such as "one|two". */
    const char *(*word)(const char *option, unsigned index);
    void (*check)(void *request, struct argp_state *state); /* after all options, NULL = nothing to check */
    char *(*more_help)(int key, const char *text, void *input);
    int (*run)(struct qii_input *input, void *request); /* returns an exit code */
    int (*main)(int argc, char **argv);                 /* instead of all that: parses its line itself */
};

/* Run a command: argv[0] is "qii NAME", for messages. Returns the exit code; --help and --usage exit, as argp does. */
int qii_command_run(const struct qii_command *command, int argc, char **argv);

/* What --help says, for a command that parses its line itself. */
void qii_command_help(const struct qii_command *command, FILE *out);

/* The options of a command by number, the common ones behind its own; NULL after the last. */
const struct qii_option *qii_command_option(const struct qii_command *command, unsigned index);

#endif
