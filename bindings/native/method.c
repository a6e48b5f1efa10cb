#include "bindings/native/method.h"

#include <pthread.h>
#include <stdlib.h>
#include <string.h>

#include "bindings/kit/hashmap.h"
#include "bindings/kit/library.h"
#include "bindings/kit/strings.h"
#include "bindings/native/symbol.h"

/* A method that is no function. */
struct method {
    qprof_MethodID id;
    const void *address; /* NULL = identified by its name */
    int flags;
    char name[]; /* of a call: its kind */
};

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static struct kit_hashmap methods; /* by the hash of address, flags and name, or the next free key after it */

static void register_at(qprof_MethodID id, const char *name, const struct native_symbol *place, int flags)
{
    kit_library.qii.register_method_id(id, name, NULL, flags, place->file,
                                       &(qprof_LineInfo){.line_number = place->line}, place->line > 0);
}

void native_method_register(qprof_MethodID id)
{
    struct native_symbol symbol;
    native_symbol_of_function(&symbol, (const void *)id);
    register_at(id, symbol.name, &symbol, 0);
}

static void register_new(const struct method *method)
{
    struct native_symbol place = {.line = 0};
    char *name = NULL;
    if (method->address) {
        native_symbol_of_call(&place, method->address);
        name = kit_format("%s %s", method->name, place.name);
    }
    register_at(method->id, name ? name : method->name, &place, method->flags);
    free(name);
}

static struct method *new_method(const void *address, const char *name, int flags)
{
    static qprof_MethodID last = (qprof_MethodID)1 << 63;
    size_t size = strlen(name) + 1;
    struct method *method = malloc(sizeof *method + size);
    if (!method)
        return NULL;
    *method = (struct method){.id = ++last, .address = address, .flags = flags};
    memcpy(method->name, name, size);
    return method;
}

static qprof_MethodID find(const void *address, const char *name, int flags)
{
    uint64_t key = (kit_hash(name, strlen(name)) ^ (uintptr_t)address) + (unsigned)flags;
    struct method *method;
    pthread_mutex_lock(&lock);
    while ((method = kit_hashmap_get(&methods, key)) &&
           (method->address != address || method->flags != flags || strcmp(method->name, name) != 0))
        key++;
    if (!method && (method = new_method(address, name, flags))) {
        if (kit_hashmap_put(&methods, key, method) == 0) {
            register_new(method);
        } else {
            free(method);
            method = NULL;
        }
    }
    pthread_mutex_unlock(&lock);
    return method ? method->id : 0;
}

qprof_MethodID native_method_of_name(const char *name, int flags)
{
    return find(NULL, name, flags);
}

qprof_MethodID native_method_of_call(const char *kind, const void *return_address, int flags)
{
    return find(return_address, kind, flags);
}
