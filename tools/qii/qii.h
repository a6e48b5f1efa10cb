/* qii.h - what the commands of the tool share.
 *
 *   command   one file cmd_NAME.c with a run function, and one line in commands.c
 *   input     the data file: the one named, or the newest *.qii of the current directory; and the options that every
 *             command over a data file takes
 *   output    standard output, written once, checked at the end; colour on a terminal */
#ifndef QII_H
#define QII_H

#include "data/query.h"

#include <argp.h>

/* Exit codes; main.c's help shows them. */
#define QII_OK         0
#define QII_NO         1 /* the answer is no: unsound, under the limit, nothing found */
#define QII_USAGE      2
#define QII_UNREADABLE 3 /* the file cannot be read, or is no data file */
#define QII_UNWRITABLE 4 /* the output cannot be written */
#define QII_MEMORY     5

struct qii_command {
    const char *name;
    const char *summary;
    int (*run)(int argc, char **argv); /* argv[0] is "qii NAME", for messages */
};

extern const struct qii_command qii_commands[]; /* ends with a NULL name */

int qii_report(int argc, char **argv);
int qii_lua(int argc, char **argv);
int qii_tree(int argc, char **argv);
int qii_trace(int argc, char **argv);
int qii_counters(int argc, char **argv);
int qii_annotate(int argc, char **argv);
int qii_cover(int argc, char **argv);
int qii_info(int argc, char **argv);
int qii_check(int argc, char **argv);
int qii_export(int argc, char **argv);
int qii_locations(int argc, char **argv);

/* Run a command line. Returns. The exit code. */
int qii_main(int argc, char **argv);

/* ---- input ------------------------------------------------------------------------------------------------ */

struct qii_input {
    const char *path;
    const char *product; /* "qprof", "cprof", "vt", NULL = the one that has data */
    const char *phase;
    bool raw;
    bool cover;       /* when nothing is said, libcprof's data first */
    bool quiet;       /* damage is not told at opening */
    char newest[300]; /* the path when none was given */
    struct qp_profile profile;
    struct qp_query query;
};

/* The common options, a child of each command's parser; its input is a struct qii_input. */
extern const struct argp qii_input_argp;

/* Parse a command's line. Returns. QII_OK or QII_USAGE; --help and --usage exit, as argp does. */
int qii_parse(const struct argp *argp, int argc, char **argv, void *choice);

/* Open the data file, with a line on standard error when it is damaged; then the query of the product and phase asked
 * for. Returns. QII_OK or an exit code, after a line on standard error. */
int qii_input_open(struct qii_input *input);
struct qp_selection qii_input_selection(const struct qii_input *input);
int qii_input_query(struct qii_input *input);
/* The line on standard error about damage, if there is any: for a command that is quiet and reads more first. */
void qii_input_tell_damage(const struct qii_input *input);
void qii_input_close(struct qii_input *input);

/* The FILE argument of a command that takes one. */
error_t qii_take_file(struct qii_input *input, char *argument, struct argp_state *state);

/* The exit code of an error, after a line on standard error. */
int qii_fail(const char *what, const struct qp_error *error);
int qii_no_memory(void);

/* The number in an option's argument; wrong ones are a usage error. */
uint32_t qii_number(const char *text, struct argp_state *state, const char *option);

/* ---- output ------------------------------------------------------------------------------------------------- */

/* Colour for standard output: a terminal, and NO_COLOR is unset or empty. */
bool qii_colour(void);

/* The title of a thread's or group's part of a report; one of the two is QP_NONE. No line end. */
void qii_print_thread(const struct qp_profile *profile, uint32_t thread, uint32_t group, bool colour);

/* A carrier's name, "thread N" without one; and whether an option's N or NAME means it, which NULL always does. */
void qii_thread_name(const struct qp_profile *profile, uint32_t thread, char *shown, size_t size);
bool qii_thread_is(const struct qp_profile *profile, uint32_t thread, const char *chosen);

/* Flush standard output. Returns. code, or QII_UNWRITABLE after a line on standard error. */
int qii_output_end(int code);

#endif
