/* next.h - functions of this library that precede those of the C library or of others. */
#pragma once

#include <dlfcn.h>
#include <string.h>

#define NATIVE_EXPORTED __attribute__((visibility("default")))

/* Set a pointer to the next function of this name in the order of loaded libraries; NULL = there is none. Do not call
 * this in a signal handler or a forked child: dlsym waits for a thread that loads a library. */
static inline void native_find_next(void *pointer, const char *name)
{
    void *address = dlsym(RTLD_NEXT, name);
    memcpy(pointer, &address, sizeof address);
}
