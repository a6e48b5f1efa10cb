#include "bindings/native/method.h"

#include <dlfcn.h>
#include <errno.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

#include "bindings/kit/hashmap.h"
#include "bindings/kit/library.h"
#include "bindings/kit/strings.h"
#include "bindings/native/generated.h"
#include "bindings/native/postpone.h"
#include "bindings/native/symbol.h"
#include "bindings/native/fork.h"

/* A method that is no function. */
struct method {
    qprof_MethodID id;
    const void *address; /* NULL = identified by its name */
    unsigned code;       /* number of the generated code at the address, 0 = it is in a file */
    int flags;
    bool is_gone; /* its library was unloaded */
    char name[];  /* of a call: its kind */
};

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

__attribute__((constructor)) static void protect_lock(void)
{
    native_fork_protect(&lock, NATIVE_ORDER_METHOD);
}

static struct kit_hashmap methods; /* by the hash of address, flags and name, or the next free key after it */

static qprof_MethodID *functions; /* ids of all functions that were registered and not retired */
static size_t function_count;

static void register_at(qprof_MethodID id, const char *name, const struct native_symbol *place, int flags)
{
    kit_library.qii.register_method_id(id, name, NULL, flags, place->file,
                                       &(qprof_LineInfo){.line_number = place->line}, place->line > 0);
}

/* Keep the id of a function. If out of memory, the function will not be retired. */
static void add_function(qprof_MethodID id)
{
    pthread_mutex_lock(&lock);
    qprof_MethodID *grown = kit_array_more(functions, function_count, sizeof *functions);
    if (grown) {
        functions = grown;
        functions[function_count++] = id;
    }
    pthread_mutex_unlock(&lock);
}

static void register_function(qprof_MethodID id)
{
    struct native_symbol symbol;
    if (native_generated_register(id))
        return;
    add_function(id);
    native_symbol_of_function(&symbol, (const void *)id);
    register_at(id, symbol.name, &symbol, 0);
}

void native_method_register_postponed(void)
{
    qprof_MethodID id;
    if (!native_work_begins())
        return;
    while ((id = native_postponed()))
        register_function(id);
    native_work_ends();
}

void native_method_register(qprof_MethodID id)
{
    int before = errno;
    native_postpone(id);
    if (!native_is_in_handler())
        native_method_register_postponed();
    errno = before;
}

/* ---- unloaded libraries ----------------------------------------------------------------------------------------- */

static bool is_loaded(uintptr_t address)
{
    struct dl_find_object object;
    return _dl_find_object((void *)address, &object) == 0;
}

static void retire_functions(void)
{
    size_t left = 0;
    for (size_t at = 0; at < function_count; at++) {
        if (is_loaded(functions[at]))
            functions[left++] = functions[at];
        else
            kit_library.qii.retire_method_id(functions[at]);
    }
    function_count = left;
}

/* A method of a call in an unloaded library keeps its id, for frames that are still open, but is not found again. */
static void forget_calls(void)
{
    for (size_t at = 0; at < methods.room; at++) {
        struct method *method = methods.slots[at].value;
        if (method && method->address && !method->code && !is_loaded((uintptr_t)method->address - 1))
            method->is_gone = true;
    }
}

void native_method_retire_unloaded(void)
{
    if (!native_work_begins())
        return;
    pthread_mutex_lock(&lock);
    retire_functions();
    forget_calls();
    pthread_mutex_unlock(&lock);
    native_work_ends();
}

/* ---- other methods ---------------------------------------------------------------------------------------------- */

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

static struct method *new_method(const void *address, unsigned code, const char *name, int flags)
{
    static qprof_MethodID last = (qprof_MethodID)1 << 63;
    size_t size = strlen(name) + 1;
    struct method *method = malloc(sizeof *method + size);
    if (!method)
        return NULL;
    *method = (struct method){.id = ++last, .address = address, .code = code, .flags = flags};
    memcpy(method->name, name, size);
    return method;
}

static qprof_MethodID find(const void *address, const char *name, int flags)
{
    uint64_t key = (kit_hash(name, strlen(name)) ^ (uintptr_t)address) + (unsigned)flags;
    unsigned code = address ? native_generated_number((uintptr_t)address - 1) : 0;
    struct method *method;
    int before = errno;
    if (!native_work_begins())
        return 0;
    pthread_mutex_lock(&lock);
    while ((method = kit_hashmap_get(&methods, key)) &&
           (method->is_gone || method->address != address || method->code != code || method->flags != flags ||
            strcmp(method->name, name) != 0))
        key++;
    if (!method && (method = new_method(address, code, name, flags))) {
        if (kit_hashmap_put(&methods, key, method) == 0) {
            register_new(method);
        } else {
            free(method);
            method = NULL;
        }
    }
    pthread_mutex_unlock(&lock);
    native_work_ends();
    errno = before;
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

void native_method_mark(qprof_MethodID id)
{
    if (!id)
        return;
    kit_library.qii.enter_method(id);
    kit_library.qii.leave_method(id);
}
