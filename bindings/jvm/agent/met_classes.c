#include "bindings/jvm/agent/met_classes.h"

#include <stdlib.h>

#include "bindings/kit/hashmap.h"
#include "bindings/kit/strings.h"

static struct kit_hashmap classes;

struct qjvm_met_class *qjvm_met_classes_get(const unsigned char *bytes, size_t size)
{
    uint64_t key = kit_hash((const char *)bytes, size);
    struct qjvm_met_class *class = kit_hashmap_get(&classes, key);
    if (class)
        return class;
    class = calloc(1, sizeof *class);
    if (class && kit_hashmap_put(&classes, key, class) == 0)
        return class;
    free(class);
    return NULL;
}

struct kit_function **qjvm_met_class_function(struct qjvm_met_class *class, size_t method)
{
    if (method >= class->count) {
        struct kit_function **functions = realloc(class->functions, (method + 1) * sizeof *functions);
        if (!functions)
            return NULL;
        for (size_t i = class->count; i <= method; i++)
            functions[i] = NULL;
        class->functions = functions;
        class->count = method + 1;
    }
    return &class->functions[method];
}
