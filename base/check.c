#include "base/check.h"

#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

void qp_check_failed(const char *condition, const char *file, int line)
{
    char text[512];
    int length = snprintf(text, sizeof text, "qii: %s:%d: check failed: %s\n", file, line, condition);
    ssize_t ignored = write(STDERR_FILENO, text, (size_t)length < sizeof text ? (size_t)length : sizeof text - 1);
    (void)ignored;
    abort();
}
