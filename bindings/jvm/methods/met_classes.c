#include "bindings/jvm/methods/met_classes.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "bindings/kit/hashmap.h"

static struct kit_hashmap classes;

/* Hash eight bytes at a time: byte by byte, the hash took a tenth of the time that rewriting the class takes. */
static uint64_t hash(const unsigned char *bytes, size_t size)
{
    const uint64_t factor = UINT64_C(0x9e3779b97f4a7c15);
    uint64_t value = size * factor;
    while (size > 0) {
        size_t part = size < sizeof(uint64_t) ? size : sizeof(uint64_t);
        uint64_t word = 0;
        memcpy(&word, bytes, part);
        value = (value ^ word) * factor;
        value ^= value >> 29;
        bytes += part;
        size -= part;
    }
    return value;
}

struct kit_function **qjvm_met_classes_get(const unsigned char *bytes, size_t size, unsigned method_count)
{
    uint64_t key = hash(bytes, size);
    struct kit_function **functions = kit_hashmap_get(&classes, key);
    if (functions)
        return functions;
    functions = calloc(method_count, sizeof *functions);
    if (functions && kit_hashmap_put(&classes, key, functions) == 0)
        return functions;
    free(functions);
    return NULL;
}
