/* output.h - the output file of -o, or standard output. A file is written under a temporary name in the same directory,
 * and renamed when it is complete, so that a failed command leaves the old file. The output is never an input file.
 *
 *   struct qii_file file;
 *   int code = qii_file_open(&file, request->output, QII_FILE, input->paths);
 *   ... write to file.stream ...
 *   return qii_file_close(&file, NULL, &error);
 */
#pragma once

#include "tools/qii/qii.h"

struct qii_file {
    FILE *stream;
    const char *name; /* name given by the user; NULL = standard output */
    char *place; /* path of the output file with symbolic links resolved; NULL = not a regular file, written directly */
    char *written; /* path of the temporary file; NULL = written directly */
};

/* Access rights of a new file. A data file is readable only by its owner, like those that the libraries write. */
enum { QII_FILE = 0666, QII_DATA_FILE = 0600 };

/* Open the output. Refuse a file that is one of `inputs`, which ends with NULL, and a data file unless `rights` are
 * those of one. Return QII_OK, or another exit code after a message on stderr; on error there is nothing to close. */
int qii_file_open(struct qii_file *file, const char *name, unsigned rights, const char *const *inputs);

/* Close the output. Rename the temporary file to its final name, or remove it if `error` has a code. Print errors on
 * stderr after the name `what` (NULL = the output file's name). Return the exit code. */
int qii_file_close(struct qii_file *file, const char *what, struct qp_error *error);
