/* context.c - qprof_context for programs under `qii run`, which find it by dlsym, or are linked with libqprof. */
#include "bindings/native/next.h"
#include "bindings/native/start.h"

/* The first call starts the recorder, since a test's set-up may come before all other events. A program that records
 * itself by its own libqprof calls that one. */
NATIVE_EXPORTED int qprof_context(const char *name)
{
    if (native_records())
        return kit_library.qii.context ? kit_library.qii.context(name) : -1;
    int (*next)(const char *name);
    native_find_next(&next, "qprof_context");
    return next ? next(name) : -1;
}
