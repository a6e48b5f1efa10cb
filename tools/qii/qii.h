/* qii.h - exit codes, error messages and standard output, shared by all parts of the tool. */
#pragma once

#include "base/error.h"
#include "show/parts/stream.h"

/* Exit codes; the help text in commands.c lists them. */
#define QII_OK         0
#define QII_NO         1 /* the answer is no: invalid file, below the limit, nothing found */
#define QII_USAGE      2
#define QII_UNREADABLE 3 /* the file cannot be read or is not a data file */
#define QII_UNWRITABLE 4 /* the output cannot be written */
#define QII_MEMORY     5

/* Run a command line. Return the exit code. */
int qii_main(int argc, char **argv);

/* Print an error on stderr. Return its exit code. */
int qii_fail(const char *what, const struct qp_error *error);
int qii_no_memory(void);

/* Output options of the user, and properties of standard output. */
struct qii_view {
    bool tsv;         /* tables for programs: one line per row, tabs between cells */
    bool no_pager;    /* never use a pager */
    bool colour;      /* standard output is a terminal, and NO_COLOR is unset or empty */
    uint32_t columns; /* width of the terminal, or $COLUMNS; 0 = unlimited */
};

/* Inspect standard output, and start a pager (pager.h) if pages is set and it is a terminal. */
void qii_view_begin(struct qii_view *view, bool pages);

/* Return a stream on standard output. Tables are cut to its columns, if it has any; text that fills its lines uses 100
 * otherwise. With --format=tsv it carries only tables, and all else goes to standard error. */
struct qp_stream qii_output(const struct qii_view *view);

/* Return the number of rows to show: asked if set; otherwise all for programs, and for_people on a terminal. */
#define QII_UNSET UINT32_MAX
uint32_t qii_rows(const struct qii_view *view, uint32_t asked, uint32_t for_people);

/* Separate the next output from the previous one: clear a terminal, else print an empty line if again. */
void qii_output_renew(bool again);

/* Flush standard output and wait for the pager. Return code, or QII_UNWRITABLE after a message on stderr; a pager that
 * exited early is not an error. */
int qii_output_end(int code);
