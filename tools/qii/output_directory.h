/* output_directory.h - the output of -o for formats of several files: a new directory. It is written under a temporary
 * name beside it, and renamed when it is complete. A failed command removes it. */
#pragma once

#include "base/error.h"

struct qii_output_directory {
    const char *name; /* name given by the user */
    char *written;    /* path of the temporary directory */
};

/* Create the temporary directory. Refuse a name that exists. Return QII_OK, or another exit code after a message on
 * stderr; on error there is nothing to close. */
int qii_output_directory_open(struct qii_output_directory *directory, const char *name);

/* Rename the directory to its final name, or remove it with all its files if `error` has a code. Print errors on stderr
 * after the name `what` (NULL = the directory's name). Return the exit code. */
int qii_output_directory_close(struct qii_output_directory *directory, const char *what, struct qp_error *error);
