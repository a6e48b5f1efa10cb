/* exit.c - programs that end by _exit(), without destructors. This function precedes that of the C library. */
#include <dlfcn.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "bindings/native/start.h"

#define EXPORTED __attribute__((visibility("default")))

static void (*next_exit)(int);

/* Find the function before the program starts: dlsym waits for a thread that loads a library, and may not be called in
 * a signal handler. Constructors of other libraries may call _exit earlier. */
__attribute__((constructor)) static void find(void)
{
    void *address = dlsym(RTLD_NEXT, "_exit");
    memcpy(&next_exit, &address, sizeof next_exit);
}

EXPORTED void _exit(int status)
{
    native_end();
    if (!next_exit)
        find();
    for (;;) /* it does not return, but its type does not show this */
        next_exit(status);
}

EXPORTED void _Exit(int status)
{
    _exit(status);
}
