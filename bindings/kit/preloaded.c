#include "bindings/kit/preloaded.h"

#include <dlfcn.h>
#include <string.h>
#include <unistd.h>

#include "bindings/kit/strings.h"

/* Return the element of the environment with this name, NULL = none. setenv and unsetenv may be functions of the
 * program that change only its own variables: bash has such ones. */
static char **find(const char *name)
{
    size_t length = strlen(name);
    char **variable = environ;
    while (variable && *variable && (strncmp(*variable, name, length) != 0 || (*variable)[length] != '='))
        variable++;
    return variable && *variable ? variable : NULL;
}

void kit_preloaded_unset(const char *name)
{
    for (char **variable = find(name); variable && *variable; variable++)
        variable[0] = variable[1];
}

/* Remove the library and what the launcher named before it: a sanitizer's runtime. The rest is the user's. */
static void remove_ours(const char *library)
{
    static const char name[] = "LD_PRELOAD=";
    char **variable = find("LD_PRELOAD");
    size_t length = strlen(library);
    for (const char *at = variable ? *variable + sizeof name - 1 : NULL; at && *at;
         at += strcspn(at, ":"), at += *at == ':') {
        if (strncmp(at, library, length) != 0 || !strchr(":", at[length]))
            continue;
        const char *others = at[length] ? at + length + 1 : "";
        char *rest = *others ? kit_format("%s%s", name, others) : NULL; /* lives as long as the process */
        if (rest)
            *variable = rest;
        else
            kit_preloaded_unset("LD_PRELOAD");
        return;
    }
}

char *kit_preloaded_take(const char *variable)
{
    static const char here;
    Dl_info library;
    char **found = find(variable);
    const char *text = found ? *found + strlen(variable) + 1 : NULL;
    char *copy = text && dladdr(&here, &library) ? strdup(text) : NULL;
    if (!copy)
        return NULL;
    kit_preloaded_unset(variable);
    remove_ours(library.dli_fname);
    return copy;
}
