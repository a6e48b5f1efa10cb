#include "bindings/jvm/methods/class_functions.h"

#include <stdlib.h>

#include "base/hash.h"
#include "bindings/kit/hashmap.h"

static struct kit_hashmap classes;

struct kit_function **qjvm_class_functions_get(const unsigned char *bytes, size_t size, unsigned method_count)
{
    uint64_t key = qp_hash_bytes(bytes, size);
    struct kit_function **functions = kit_hashmap_get(&classes, key);
    if (functions)
        return functions;
    functions = calloc(method_count, sizeof *functions);
    if (functions && kit_hashmap_put(&classes, key, functions) == 0)
        return functions;
    free(functions);
    return NULL;
}
