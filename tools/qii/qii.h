/* qii.h - exit codes, error messages and standard output, shared by all parts of the tool. */
#pragma once

#include "base/attribute.h"
#include "base/error.h"
#include "show/parts/stream.h"

/* Exit codes; the help text in commands.c lists them. */
#define QII_OK         0
#define QII_NO         1 /* negative result: invalid file, limit exceeded, nothing found */
#define QII_USAGE      2
#define QII_UNREADABLE 3 /* the file cannot be read or is not a data file */
#define QII_UNWRITABLE 4 /* the output cannot be written */
#define QII_MEMORY     5

/* Run a command line. Return the exit code. */
int qii_main(int argc, char **argv);

/* Print an error on stderr, after the name `what` (NULL = no name). Return the error's exit code. */
int qii_fail(const char *what, const struct qp_error *error);
int qii_no_memory(void);

/* Print on stderr that a command ran out of memory, and exit: for commands that start a program. */
_Noreturn void qii_exit_without_memory(const char *command);

/* Return memory that was allocated for a command. If it is NULL, exit with qii_exit_without_memory. */
void *qii_checked(void *memory, const char *command);

/* Return a formatted text, which the caller frees. If out of memory, exit with qii_exit_without_memory. */
char *qii_format(const char *command, const char *format, ...) QP_PRINTF(2, 3);

/* Output options of the user, and properties of standard output. */
struct qii_view {
    bool tsv;         /* print tables for programs: one line per row, tabs between cells */
    bool no_pager;    /* never use a pager */
    bool colour;      /* standard output is a terminal, and NO_COLOR is unset or empty */
    uint32_t columns; /* width of the terminal, or $COLUMNS; 0 = unlimited */
};

/* Find the properties of standard output. If it is a terminal and `pages` is true, start a pager (pager.h). */
void qii_view_begin(struct qii_view *view, bool pages);

/* Return a stream on standard output. If the output has a limited line width, tables are cut to this width and other
 * lines are broken. Otherwise lines may be of any width, but running text is broken after 100 columns. With
 * --format=tsv, tables go to standard output, and everything else to standard error. Formats for programs always go to
 * standard output, unbroken. */
struct qp_stream qii_output(const struct qii_view *view);

/* Return the width of the terminal that `out` is, or else $COLUMNS; 0 = unlimited. */
uint32_t qii_columns(FILE *out);

/* Return the number of rows to show, 0 = all. If `asked` is QII_UNSET, tables for programs have all rows, and tables
 * for people have `for_people` rows. Otherwise return `asked`. */
#define QII_UNSET UINT32_MAX
uint32_t qii_rows(const struct qii_view *view, uint32_t asked, uint32_t for_people);

/* Separate the next output from the previous output. Clear the screen if standard output is a terminal; otherwise print
 * an empty line if `again`. */
void qii_output_renew(bool again);

/* Flush standard output and wait for the pager. Return `code`, or QII_UNWRITABLE after a message on stderr if writing
 * failed. It is not an error if the pager exited early. */
int qii_output_end(int code);
