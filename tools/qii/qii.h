/* qii.h - what all parts of the tool share: exit codes, what goes wrong told on standard error, standard output. */
#ifndef QII_H
#define QII_H

#include "base/error.h"
#include "show/stream.h"

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

/* Standard output. It has colour on a terminal, unless NO_COLOR is set and not empty; the columns are a terminal's,
 * else those of $COLUMNS, else 100. It is written once and checked at the end. */
struct qp_stream qii_output(void);

/* What follows stands for what was written before: on a terminal its place is cleared, else an empty line comes
 * between. again: something was. */
void qii_output_renew(bool again);

/* Flush standard output. Returns code, or QII_UNWRITABLE after a line on standard error. */
int qii_output_end(int code);

#endif
