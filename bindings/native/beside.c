#include "bindings/native/beside.h"

#include <dlfcn.h>
#include <stdio.h>
#include <string.h>

bool native_beside(char *path, size_t size, const char *name)
{
    static const char here;
    Dl_info library;
    const char *slash = dladdr(&here, &library) ? strrchr(library.dli_fname, '/') : NULL;
    if (!slash)
        return false;
    return (size_t)snprintf(path, size, "%.*s/%s", (int)(slash - library.dli_fname), library.dli_fname, name) < size;
}
