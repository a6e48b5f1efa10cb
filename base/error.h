/* error.h - what a cold call that failed says: a code and one line for people. The first error wins. */
#ifndef QP_BASE_ERROR_H
#define QP_BASE_ERROR_H

#include "base/attribute.h"

enum qp_err {
    QP_ERR_NONE = 0,
    QP_ERR_READ = -1,   /* a file cannot be opened, mapped or read */
    QP_ERR_FORMAT = -2, /* it is no data file, or one of another version */
    QP_ERR_MEMORY = -3,
    QP_ERR_WRITE = -4,
    QP_ERR_CHOICE = -5 /* what was asked for is not in the file */
};

struct qp_error {
    int code; /* enum qp_err */
    char text[320];
};

/* Keep the code and its text, unless there is an error already. The result is the code that is kept: callers hand it
 * on. */
int qp_error_set(struct qp_error *error, int code, const char *format, ...) QP_PRINTF(3, 4);
int qp_error_memory(struct qp_error *error);

#endif
