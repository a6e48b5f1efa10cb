/* output.h - the file of -o, or standard output. A file is written beside its place and put there when it is whole: a
 * command that fails leaves what was there before, and the data file that is read is never its own output.
 *
 *   struct qii_file file;
 *   int code = qii_file_open(&file, request->output, input->path);
 *   ... write to file.stream ...
 *   return qii_file_close(&file, code, &error);
 */
#ifndef QII_OUTPUT_H
#define QII_OUTPUT_H

#include "tools/qii/qii.h"

struct qii_file {
    FILE *stream;
    const char *name; /* as the user gave it; NULL = standard output */
    char *place;      /* the file itself, behind links; NULL = it is written as it is: no regular file */
    char *written;    /* where it is written until it is whole */
};

/* inputs: paths that it must not be, with a NULL at the end. Returns QII_OK, or an exit code after a line on standard
 * error; nothing is to be closed then. */
int qii_file_open(struct qii_file *file, const char *name, const char *const *inputs);

/* The same of a recording: when it is new, its owner alone may read it, as one that the libraries wrote. */
int qii_file_open_recording(struct qii_file *file, const char *name, const char *const *inputs);

/* End it: put it in its place, or throw it away when the error has a code. Returns the exit code, after a line on
 * standard error where something failed; what: whom the error is about, NULL = the file. */
int qii_file_close(struct qii_file *file, const char *what, struct qp_error *error);

#endif
