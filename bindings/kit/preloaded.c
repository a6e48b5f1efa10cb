#include "bindings/kit/preloaded.h"

#include <dlfcn.h>
#include <stdlib.h>
#include <string.h>

static void remove_first(const char *library)
{
    const char *all = getenv("LD_PRELOAD");
    size_t length = strlen(library);
    if (!all || strncmp(all, library, length) != 0)
        return;
    char *others = strdup(all[length] ? all + length + 1 : "");
    if (others && *others)
        setenv("LD_PRELOAD", others, 1);
    else
        unsetenv("LD_PRELOAD");
    free(others);
}

char *kit_preloaded_take(const char *variable)
{
    static const char here;
    Dl_info library;
    const char *text = getenv(variable);
    char *copy = text && dladdr(&here, &library) ? strdup(text) : NULL;
    if (!copy)
        return NULL;
    unsetenv(variable);
    remove_first(library.dli_fname);
    return copy;
}
