#include "bindings/sample/real.h"

#include "bindings/native/next.h"

static struct {
#define X(result, name, parameters, arguments) result(*name) parameters;
    REAL_FUNCTIONS(X)
#undef X
} functions;

/* Find all functions before the program starts, since a signal handler may not call dlsym. Constructors of other
 * libraries may call a function earlier. */
__attribute__((constructor)) static void find_all(void)
{
#define X(result, name, parameters, arguments) native_find_next(&functions.name, #name);
    REAL_FUNCTIONS(X)
#undef X
}

#define X(result, name, parameters, arguments)                                                                         \
    result real_##name parameters                                                                                      \
    {                                                                                                                  \
        if (!functions.name)                                                                                           \
            native_find_next(&functions.name, #name);                                                                  \
        return functions.name arguments;                                                                               \
    }
REAL_FUNCTIONS(X)
#undef X
