/* exit.c - programs that end by _exit(), without destructors. This function precedes that of the C library. */
#include <dlfcn.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "bindings/native/start.h"

#define EXPORTED __attribute__((visibility("default")))

static _Noreturn void exit_by(const char *name, int status)
{
    void (*next)(int);
    void *address = dlsym(RTLD_NEXT, name);
    memcpy(&next, &address, sizeof next);
    native_end();
    for (;;) /* it does not return, but its type does not show this */
        next(status);
}

EXPORTED void _exit(int status)
{
    exit_by("_exit", status);
}

EXPORTED void _Exit(int status)
{
    exit_by("_Exit", status);
}
