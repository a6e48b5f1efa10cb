/* environment.c - variables in which interfaces of libraries look for a tool.
 *
 * The libraries find them by this getenv, which precedes that of the C library. They are not in the environment, so
 * neither the program nor its children see them. A variable that the user set is left alone. */
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "bindings/native/beside.h"
#include "bindings/native/start.h"

/* Variables and the files that they name, which are beside this library. */
static const struct {
    const char *variable;
    const char *file;
} answers[] = {
    {"INTEL_LIBITTNOTIFY64", "native.so"},
    {"INTEL_JIT_PROFILER64", "jit.so"},
    {"KOKKOS_TOOLS_LIBS", "native.so"},
    {"KOKKOS_PROFILE_LIBRARY", "native.so"},
};

/* Return our value of a variable, NULL if it has none. */
static char *answer(const char *name)
{
    static char paths[sizeof answers / sizeof *answers][4096];
    for (size_t i = 0; i < sizeof answers / sizeof *answers; i++)
        if (strcmp(name, answers[i].variable) == 0 && native_is_launched() && native_state != NATIVE_OFF &&
            native_beside(paths[i], sizeof paths[i], answers[i].file) && access(paths[i], R_OK) == 0)
            return paths[i];
    return NULL;
}

__attribute__((visibility("default"))) char *getenv(const char *name)
{
    size_t length = strlen(name);
    for (char **variable = environ; variable && *variable; variable++)
        if (strncmp(*variable, name, length) == 0 && (*variable)[length] == '=')
            return *variable + length + 1;
    return name[0] == 'I' || name[0] == 'K' ? answer(name) : NULL;
}
