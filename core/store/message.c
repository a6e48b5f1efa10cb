#include "core/store/message.h"

#include "base/hold.h"

#include <errno.h>
#include <stdarg.h>
#include <stdio.h>
#include <unistd.h>

static _Thread_local int redirected __attribute__((tls_model("initial-exec"))); /* 0 = not redirected */

void qp_message_redirect(int descriptor)
{
    redirected = descriptor;
}

int qp_message_descriptor(void)
{
    return redirected ? redirected : STDERR_FILENO;
}

void qp_message(enum qp_product product, const char *format, ...)
{
    static const char *const names[] = {"libqprof", "libcprof", "libvt"};
    char line[1024];
    int kept = errno;
    int length = snprintf(line, sizeof line, "%s: ", names[product]);
    va_list arguments;
    va_start(arguments, format);
    length += vsnprintf(line + length, sizeof line - (size_t)length - 1, format, arguments);
    va_end(arguments);
    if (length > (int)sizeof line - 2)
        length = (int)sizeof line - 2;
    line[length++] = '\n';
    struct qp_hold hold;
    qp_hold_begin(&hold);
    ssize_t ignored = write(qp_message_descriptor(), line, (size_t)length);
    (void)ignored;
    qp_hold_end(&hold);
    errno = kept;
}
