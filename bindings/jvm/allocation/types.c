#include "bindings/jvm/allocation/types.h"

#include <string.h>

#include "bindings/kit/hashmap.h"
#include "bindings/kit/registry.h"
#include "bindings/kit/strings.h"

static struct kit_hashmap types; /* by a hash of the name; protected by the library's lock */

/* Return the function of the class of this name, a new one if necessary. Return NULL if out of memory. */
static struct kit_function *type_of(const char *name)
{
    uint64_t key = kit_hash(name, strlen(name));
    struct kit_function *type = kit_hashmap_get(&types, key);
    if (type || !(type = kit_function_new(sizeof *type)))
        return type;
    type->name = strdup(name);
    if (type->name && kit_hashmap_put(&types, key, type) == 0)
        return type;
    kit_function_free(type);
    return NULL;
}

unsigned long qjvm_types_row(const char *name)
{
    kit_library_lock();
    struct kit_function *type = type_of(name);
    if (type && !kit_function_is_registered(type))
        kit_function_register(type, &(struct kit_definition){.flags = QPROF_METHOD_FLAGS_TYPE});
    unsigned long row = type ? type->id : 0;
    kit_library_unlock();
    return row;
}
