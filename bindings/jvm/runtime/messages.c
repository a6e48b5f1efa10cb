#include "bindings/jvm/runtime/messages.h"

#include <fcntl.h>
#include <stdarg.h>
#include <stdio.h>
#include <unistd.h>

static _Thread_local int redirected; /* file descriptor, 0 = stderr */

void qjvm_messages_of(const struct qii *qii)
{
    if (qii->redirect_messages)
        qii->redirect_messages(redirected);
}

void qjvm_messages_open(const char *path)
{
    int fd = open(path, O_WRONLY | O_APPEND | O_NOFOLLOW | O_CLOEXEC);
    redirected = fd > 0 ? fd : 0;
    qjvm_messages_of(&kit_library.qii);
}

void qjvm_messages_close(void)
{
    if (redirected == 0)
        return;
    close(redirected);
    redirected = 0;
    qjvm_messages_of(&kit_library.qii);
}

void qjvm_message(const char *format, ...)
{
    int fd = redirected ? redirected : STDERR_FILENO;
    va_list arguments;
    va_start(arguments, format);
    dprintf(fd, "qii: ");
    vdprintf(fd, format, arguments);
    dprintf(fd, "\n");
    va_end(arguments);
}
