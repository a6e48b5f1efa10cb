/* qii.h - what all parts of the tool share: exit codes, what goes wrong told on standard error, standard output. */
#ifndef QII_H
#define QII_H

#include "base/error.h"
#include "show/parts/stream.h"

/* Exit codes; commands.c's help shows them. */
#define QII_OK         0
#define QII_NO         1 /* the answer is no: unsound, under the limit, nothing found */
#define QII_USAGE      2
#define QII_UNREADABLE 3 /* the file cannot be read, or is no data file */
#define QII_UNWRITABLE 4 /* the output cannot be written */
#define QII_MEMORY     5

/* Run a command line. Returns the exit code. */
int qii_main(int argc, char **argv);

/* The exit code of an error, after a line on standard error. */
int qii_fail(const char *what, const struct qp_error *error);
int qii_no_memory(void);

/* How a user wants to see it, and what standard output is. */
struct qii_view {
    bool tsv;         /* tables for programs: a line for each row, a tab between its cells */
    bool no_pager;    /* not through one on a terminal */
    bool colour;      /* it is a terminal, and NO_COLOR is not set or empty */
    uint32_t columns; /* a terminal's, or those of $COLUMNS; 0 = lines have no end */
};

/* Look at standard output, and begin a pager (pager.h) where what is shown has pages and goes to a terminal. */
void qii_view_begin(struct qii_view *view, bool pages);

/* Standard output. Tables are shortened to its columns, and to none where there are none; what fills its lines takes
 * 100 then. It is written once and checked at the end. For programs it has tables alone, and all else goes to standard
 * error. */
struct qp_stream qii_output(const struct qii_view *view);

/* How many rows are shown: those asked for; unless anyone asked, all for programs, and as many as suit people. */
#define QII_UNSET UINT32_MAX
uint32_t qii_rows(const struct qii_view *view, uint32_t asked, uint32_t for_people);

/* What follows stands for what was written before: on a terminal its place is cleared, else an empty line comes
 * between. again: something was. */
void qii_output_renew(bool again);

/* Flush standard output and wait for the pager. Returns code, or QII_UNWRITABLE after a line on standard error; a pager
 * that ended early has shown enough. */
int qii_output_end(int code);

#endif
