#include "bindings/kit/preloaded.h"

#include <dlfcn.h>
#include <stdlib.h>
#include <string.h>

/* Remove the library and what the launcher named before it: a sanitizer's runtime. The rest is the user's. */
static void remove_ours(const char *library)
{
    const char *all = getenv("LD_PRELOAD");
    size_t length = strlen(library);
    for (const char *at = all; at && *at; at += strcspn(at, ":"), at += *at == ':') {
        if (strncmp(at, library, length) != 0 || !strchr(":", at[length]))
            continue;
        char *others = strdup(at[length] ? at + length + 1 : "");
        if (others && *others)
            setenv("LD_PRELOAD", others, 1);
        else
            unsetenv("LD_PRELOAD");
        free(others);
        return;
    }
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
    remove_ours(library.dli_fname);
    return copy;
}
