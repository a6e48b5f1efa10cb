/* exit.c - programs that end by _exit(), without destructors. This function precedes that of the C library. */
#include <stdlib.h>
#include <unistd.h>

#include "bindings/native/next.h"
#include "bindings/native/start.h"

static void (*next_exit)(int);

/* Find the function before the program starts, since a signal handler may call _exit. Constructors of other libraries
 * may call _exit earlier. */
__attribute__((constructor)) static void find(void)
{
    native_find_next(&next_exit, "_exit");
}

NATIVE_EXPORTED void _exit(int status)
{
    native_end();
    if (!next_exit)
        find();
    for (;;) /* it does not return, but its type does not show this */
        next_exit(status);
}

NATIVE_EXPORTED void _Exit(int status)
{
    _exit(status);
}
