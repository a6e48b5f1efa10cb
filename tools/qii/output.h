/* output.h - the output file of -o, or standard output. A file is written under a temporary name beside its place and
 * renamed when it is complete: a failed command leaves the old file. A data file that is read is never the output.
 *
 *   struct qii_file file;
 *   int code = qii_file_open(&file, request->output, QII_FILE, input->paths);
 *   ... write to file.stream ...
 *   return qii_file_close(&file, code, &error);
 */
#pragma once

#include "tools/qii/qii.h"

struct qii_file {
    FILE *stream;
    const char *name; /* as the user gave it; NULL = standard output */
    char *place;      /* resolved path, links followed; NULL = written in place, not a regular file */
    char *written;    /* temporary file until it is complete */
};

/* Access rights of a new file. A data file is readable only by its owner, like those that the libraries write. */
enum { QII_FILE = 0666, QII_DATA_FILE = 0600 };

/* Open the output. It must not be one of inputs, which ends with NULL. Return QII_OK, or an exit code after a message
 * on stderr; on error there is nothing to close. */
int qii_file_open(struct qii_file *file, const char *name, unsigned rights, const char *const *inputs);

/* Close the output: rename it into place, or discard it if error has a code. Print errors on stderr, about what (NULL =
 * the file). Return the exit code. */
int qii_file_close(struct qii_file *file, const char *what, struct qp_error *error);
