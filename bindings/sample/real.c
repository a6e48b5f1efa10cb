#include "bindings/sample/real.h"

#include <dlfcn.h>
#include <string.h>

static struct {
#define X(result, name, parameters, arguments) result(*name) parameters;
    REAL_FUNCTIONS(X)
#undef X
} functions;

static void find(void *pointer, size_t size, const char *name)
{
    void *address = dlsym(RTLD_NEXT, name);
    memcpy(pointer, &address, size);
}

/* Find all functions before the program starts, since a signal handler may not call dlsym. Constructors of other
 * libraries may call a function earlier. */
__attribute__((constructor)) static void find_all(void)
{
#define X(result, name, parameters, arguments) find(&functions.name, sizeof functions.name, #name);
    REAL_FUNCTIONS(X)
#undef X
}

#define X(result, name, parameters, arguments)                                                                         \
    result real_##name parameters                                                                                      \
    {                                                                                                                  \
        if (!functions.name)                                                                                           \
            find(&functions.name, sizeof functions.name, #name);                                                       \
        return functions.name arguments;                                                                               \
    }
REAL_FUNCTIONS(X)
#undef X
