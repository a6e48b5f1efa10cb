#include "bindings/jvm/methods/functions.h"

#include <stdlib.h>

#include "base/hash.h"
#include "bindings/jvm/methods/names.h"
#include "bindings/kit/hashmap.h"

static struct kit_hashmap functions; /* by a hash of the names */
static struct kit_hashmap by_id;

static uint64_t key_of(struct qjvm_text class, struct qjvm_text name, struct qjvm_text descriptor)
{
    const uint64_t parts[] = {qp_hash_bytes(class.bytes, class.size), qp_hash_bytes(name.bytes, name.size),
                              qp_hash_bytes(descriptor.bytes, descriptor.size)};
    return qp_hash_bytes(parts, sizeof parts);
}

void qjvm_functions_note(struct qjvm_text class, struct qjvm_text name, struct qjvm_text descriptor,
                         struct kit_function *function)
{
    kit_hashmap_put(&functions, key_of(class, name, descriptor), function);
    kit_hashmap_put(&by_id, function->id, function);
}

bool qjvm_functions_has(struct qjvm_text class, struct qjvm_text name, struct qjvm_text descriptor)
{
    kit_library_lock();
    bool has = kit_hashmap_get(&functions, key_of(class, name, descriptor));
    kit_library_unlock();
    return has;
}

struct kit_function *qjvm_functions_of_id(qprof_MethodID id)
{
    return kit_hashmap_get(&by_id, id);
}

static void register_function(struct kit_function *function, struct qjvm_text class,
                              const struct qjvm_source_file *place)
{
    char *class_name = qjvm_names_class(class), *file = qjvm_names_file(place);
    kit_function_register(
        function, &(struct kit_definition){.class_name = class_name, .file = file, .flags = QPROF_METHOD_FLAGS_NONE});
    free(class_name);
    free(file);
}

struct kit_function *qjvm_functions_of_sample(struct qjvm_text class, struct qjvm_text name,
                                              struct qjvm_text descriptor, const struct qjvm_source_lines *source,
                                              int count)
{
    kit_library_lock();
    uint64_t key = key_of(class, name, descriptor);
    struct kit_function *function = kit_hashmap_get(&functions, key);
    if (!function && (function = kit_function_new(sizeof *function))) {
        kit_function_set_lines(function, source->lines, count);
        function->name = qjvm_names_method(name, descriptor);
        kit_hashmap_put(&functions, key, function);
    }
    if (function && !kit_function_is_registered(function))
        register_function(function, class, &source->file);
    kit_library_unlock();
    return function;
}
