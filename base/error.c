#include "base/error.h"

#include <stdarg.h>
#include <stdio.h>

int qp_error_set(struct qp_error *error, int code, const char *format, ...)
{
    if (error->code)
        return error->code;
    error->code = code;
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(error->text, sizeof error->text, format, arguments);
    va_end(arguments);
    return code;
}

int qp_error_memory(struct qp_error *error)
{
    return qp_error_set(error, QP_ERR_MEMORY, "out of memory");
}
