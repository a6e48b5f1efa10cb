/* error.h - the error of a failed function: a code and one line of text. A later error does not replace the first
 * one. */
#pragma once

#include "base/attribute.h"

enum qp_err {
    QP_ERR_NONE = 0,
    QP_ERR_READ = -1,   /* a file cannot be opened, mapped or read */
    QP_ERR_FORMAT = -2, /* not a data file, or a data file of another version */
    QP_ERR_MEMORY = -3,
    QP_ERR_WRITE = -4,
    QP_ERR_CHOICE = -5 /* the file does not contain what the user selected, or files do not fit together */
};

struct qp_error {
    int code; /* enum qp_err */
    char text[320];
};

/* Set the code and the text, unless an error is already set. Return error->code, so that the caller can return the
 * result. */
int qp_error_set(struct qp_error *error, int code, const char *format, ...) QP_PRINTF(3, 4);
int qp_error_memory(struct qp_error *error);
