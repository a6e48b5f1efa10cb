#include "bindings/itt/name.h"

#include <stdbool.h>

#include "bindings/native/method.h"

/* The id is kept in the name's struct. No id looks like an address, so a value of another owner is ignored. */
static bool is_id(uintptr_t value)
{
    return value >> 63;
}

qprof_MethodID itt_method(struct itt_string *name, const char *kind, const void *return_address)
{
    if (!name || !name->text)
        return native_method_of_call(kind, return_address, 0);
    uintptr_t kept = (uintptr_t)__atomic_load_n(&name->extra2, __ATOMIC_RELAXED);
    if (is_id(kept))
        return kept;
    qprof_MethodID id = native_method_of_name(name->text, 0);
    if (!kept)
        __atomic_store_n(&name->extra2, (void *)id, __ATOMIC_RELAXED);
    return id;
}

const char *itt_text(const struct itt_string *name, const char *otherwise)
{
    return name && name->text ? name->text : otherwise;
}
