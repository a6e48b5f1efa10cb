/* unload.c - libraries that the program unloads: their methods are retired, since other code may be at the same
 * addresses later. This dlclose precedes that of the C library. */
#include <errno.h>

#include "bindings/native/filter.h"
#include "bindings/native/method.h"
#include "bindings/native/next.h"
#include "bindings/native/start.h"
#include "bindings/native/unload.h"

unsigned native_unloads;

int native_dlclose(void *handle)
{
    int (*next)(void *);
    native_find_next(&next, "dlclose");
    return next(handle);
}

NATIVE_EXPORTED int dlclose(void *handle)
{
    int result = native_dlclose(handle), before = errno;
    __atomic_add_fetch(&native_unloads, 1, __ATOMIC_RELEASE);
    if (__atomic_load_n(&native_state, __ATOMIC_ACQUIRE) == NATIVE_RECORDS) {
        native_method_retire_unloaded();
        native_filter_forget();
    }
    errno = before;
    return result;
}
