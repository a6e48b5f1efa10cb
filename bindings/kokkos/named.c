#include "bindings/kokkos/named.h"

#include <dlfcn.h>
#include <pthread.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "bindings/kit/hashmap.h"
#include "bindings/kit/strings.h"
#include "bindings/native/method.h"
#include "bindings/native/fork.h"

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

__attribute__((constructor)) static void protect_lock(void)
{
    native_fork_protect(&lock, NATIVE_ORDER_INTERFACE);
}

static struct kit_hashmap all; /* by the hash of kind and name, or the next free key after it */
static struct kokkos_named *newest[KOKKOS_KINDS];

/* ---- names of methods -------------------------------------------------------------------------------------------- */

/* Return whether a name may be that of a C++ type, as std::type_info has it. Shorter codes, such as "i" for int, are
 * more likely labels. */
static bool is_encoded(const char *name)
{
    size_t digits = strspn(name, "0123456789");
    return (digits && name[digits]) || name[0] == 'N' || name[0] == 'Z' || strncmp(name, "_Z", 2) == 0;
}

/* Return a readable copy of a name of C++, to be freed; NULL if it is none. The program's own C++ library decodes it.
 */
static char *decoded(const char *name)
{
    typedef char *decode(const char *name, char *buffer, size_t *size, int *status);
    int status;
    decode *function;
    void *found = is_encoded(name) ? dlsym(RTLD_DEFAULT, "__cxa_demangle") : NULL;
    memcpy(&function, &found, sizeof function);
    return function ? function(name, NULL, NULL, &status) : NULL;
}

/* Return the readable name of a kernel, to be freed. A kernel without a label has the name of its functor's type, with
 * '/' and the type of its tag if it has one. */
static char *readable(const char *name)
{
    char *whole = decoded(name);
    const char *slash = whole ? NULL : strchr(name, '/');
    if (whole || !slash)
        return whole;
    char *functor = strndup(name, (size_t)(slash - name));
    char *first = functor ? decoded(functor) : NULL;
    char *second = first ? decoded(slash + 1) : NULL;
    if (first)
        whole = kit_format("%s/%s", first, second ? second : slash + 1);
    free(functor);
    free(first);
    free(second);
    return whole;
}

static qprof_MethodID new_method(enum kokkos_kind kind, const char *name)
{
    static const char *const prefixes[KOKKOS_METHODS] = {
        [KOKKOS_FOR] = "parallel_for ",   [KOKKOS_REDUCE] = "parallel_reduce ",
        [KOKKOS_SCAN] = "parallel_scan ", [KOKKOS_REGION] = "",
        [KOKKOS_SECTION] = "section ",    [KOKKOS_FENCE] = "fence ",
        [KOKKOS_COPY] = "deep_copy ",     [KOKKOS_EVENT] = "event "};
    char *clear = kind <= KOKKOS_SCAN ? readable(name) : NULL;
    char *text = kit_format("%s%s", prefixes[kind], clear ? clear : name);
    qprof_MethodID method = text ? native_method_of_name(text, kind == KOKKOS_FENCE ? QPROF_METHOD_FLAGS_WAITS : 0) : 0;
    free(clear);
    free(text);
    return method;
}

/* ---- records ----------------------------------------------------------------------------------------------------- */

static struct kokkos_named *new_named(enum kokkos_kind kind, const char *name, uint64_t key)
{
    size_t size = strlen(name) + 1;
    struct kokkos_named *named = calloc(1, sizeof *named + size);
    if (!named || kit_hashmap_put(&all, key, named) != 0) {
        free(named);
        return NULL;
    }
    named->kind = kind;
    named->method = kind < KOKKOS_METHODS ? new_method(kind, name) : 0;
    memcpy(named->name, name, size);
    named->next_of_kind = newest[kind];
    __atomic_store_n(&newest[kind], named, __ATOMIC_RELEASE);
    return named;
}

struct kokkos_named *kokkos_named(enum kokkos_kind kind, const char *name)
{
    uint64_t key = kit_hash(name, strlen(name)) + kind;
    struct kokkos_named *named;
    pthread_mutex_lock(&lock);
    while ((named = kit_hashmap_get(&all, key)) && (named->kind != kind || strcmp(named->name, name) != 0))
        key++;
    if (!named)
        named = new_named(kind, name, key);
    pthread_mutex_unlock(&lock);
    return named;
}

struct kokkos_named *kokkos_named_first(enum kokkos_kind kind)
{
    return __atomic_load_n(&newest[kind], __ATOMIC_ACQUIRE);
}
