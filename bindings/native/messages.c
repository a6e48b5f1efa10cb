#include "bindings/native/messages.h"

#include <fcntl.h>
#include <stdbool.h>
#include <sys/stat.h>
#include <unistd.h>

#include "bindings/kit/library.h"

/* Least number of a descriptor of ours, far from the ones that programs choose. */
#define LEAST_DESCRIPTOR 900

static struct {
    int descriptor; /* -1 = none */
    struct stat status;
} copy = {.descriptor = -1};

void native_messages_keep(void)
{
    if (copy.descriptor >= 0)
        return;
    copy.descriptor = fcntl(STDERR_FILENO, F_DUPFD_CLOEXEC, LEAST_DESCRIPTOR);
    fstat(copy.descriptor, &copy.status);
}

/* Return whether the copy is still open. If the program has closed it, its number may be another file's. */
static bool is_kept(void)
{
    struct stat now;
    return copy.descriptor >= 0 && fstat(copy.descriptor, &now) == 0 && now.st_dev == copy.status.st_dev &&
           now.st_ino == copy.status.st_ino;
}

int native_messages_descriptor(void)
{
    return fcntl(STDERR_FILENO, F_GETFD) < 0 && is_kept() ? copy.descriptor : STDERR_FILENO;
}

void native_messages_redirect(void)
{
    int descriptor = native_messages_descriptor();
    if (descriptor != STDERR_FILENO && kit_library.qii.redirect_messages)
        kit_library.qii.redirect_messages(descriptor);
}

void native_messages_close(void)
{
    if (is_kept())
        close(copy.descriptor);
    copy.descriptor = -1;
}
