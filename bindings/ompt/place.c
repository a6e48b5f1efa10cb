#include "bindings/ompt/place.h"

#include <dlfcn.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "bindings/kit/hashmap.h"
#include "bindings/native/method.h"
#include "bindings/native/symbol.h"
#include "bindings/native/unload.h"
#include "bindings/ompt/records.h"

#define CACHED 64 /* places that a thread finds without a lock; a power of two */

static const char *const words[OMPT_KINDS] = {
    [OMPT_PARALLEL] = "parallel",
    [OMPT_TASK] = "task",
    [OMPT_LOOP] = "for",
    [OMPT_SECTIONS] = "sections",
    [OMPT_SINGLE] = "single",
    [OMPT_WORKSHARE] = "workshare",
    [OMPT_DISTRIBUTE] = "distribute",
    [OMPT_TASKLOOP] = "taskloop",
    [OMPT_SCOPE] = "scope",
    [OMPT_MASTER] = "masked",
    [OMPT_TASKGROUP] = "taskgroup",
    [OMPT_TASKWAIT] = "taskwait",
    [OMPT_TASKGROUP_WAIT] = "end of taskgroup",
    [OMPT_BARRIER] = "barrier",
    [OMPT_IMPLICIT_BARRIER] = "implicit barrier",
    [OMPT_LOCK] = "lock",
    [OMPT_CRITICAL] = "critical",
    [OMPT_ATOMIC] = "atomic",
    [OMPT_ORDERED] = "ordered",
};

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static struct kit_hashmap places; /* by a number made of code and kind */
static const struct ompt_place *newest;

static int flags_of(enum ompt_kind kind)
{
    return kind >= OMPT_LOCK       ? QPROF_METHOD_FLAGS_BLOCKS
           : kind >= OMPT_TASKWAIT ? QPROF_METHOD_FLAGS_WAITS
                                   : QPROF_METHOD_FLAGS_NONE;
}

/* Addresses have fewer than 58 bits, so no two places have the same number. */
static uint64_t number_of(enum ompt_kind kind, const void *code)
{
    return (uint64_t)(uintptr_t)code << 6 | kind;
}

/* Return a copy of the text; "" if out of memory. */
static const char *copy_of(const char *text)
{
    const char *copy = strdup(text);
    return copy ? copy : "";
}

/* Return the method of a place. A function that is inlined at several addresses, and so its constructs too, has one. */
static qprof_MethodID method_of(const struct ompt_place *place)
{
    for (const struct ompt_place *other = newest; other; other = other->next)
        if (other->kind == place->kind && strcmp(other->name, place->name) == 0 &&
            strcmp(other->file, place->file) == 0)
            return other->method;
    if (!place->code)
        return native_method_of_name(words[place->kind], flags_of(place->kind));
    return native_method_of_call(words[place->kind], place->code, flags_of(place->kind));
}

static bool is_in_runtime(const void *code)
{
    Dl_info file;
    return dladdr(code, &file) && file.dli_fbase == ompt_runtime;
}

static struct ompt_place *new_place(enum ompt_kind kind, const void *code)
{
    struct native_symbol symbol = {.line = 0};
    unsigned unloads = __atomic_load_n(&native_unloads, __ATOMIC_ACQUIRE);
    if (code)
        native_symbol_of_call(&symbol, code);
    size_t room = strlen(words[kind]) + strlen(symbol.name) + 20;
    struct ompt_place *place = malloc(sizeof *place + room);
    if (!place)
        return NULL;
    *place = (struct ompt_place){.code = code,
                                 .kind = kind,
                                 .unloads = unloads,
                                 .line = symbol.line,
                                 .unknown = !code || is_in_runtime(code),
                                 .file = copy_of(symbol.file),
                                 .next = newest};
    int length = snprintf(place->name, room, "%s%s%s", words[kind], code ? " " : "", symbol.name);
    if (symbol.line > 0)
        snprintf(place->name + length, room - (size_t)length, ":%d", symbol.line);
    place->method = method_of(place);
    if (place->method)
        return place;
    free(place);
    return NULL;
}

/* Return whether a library was unloaded since the address was looked up, so that other code may be there. */
static bool is_stale(const struct ompt_place *place)
{
    return __atomic_load_n(&place->unloads, __ATOMIC_RELAXED) != __atomic_load_n(&native_unloads, __ATOMIC_ACQUIRE);
}

/* Look up a stale place again. Return whether it is what it was. */
static bool is_unchanged(struct ompt_place *place)
{
    struct native_symbol symbol = {.line = 0};
    unsigned unloads = __atomic_load_n(&native_unloads, __ATOMIC_ACQUIRE);
    if (place->code)
        native_symbol_of_call(&symbol, place->code);
    if (strcmp(place->file, symbol.file) != 0 || place->line != symbol.line || !strstr(place->name, symbol.name))
        return false;
    __atomic_store_n(&place->unloads, unloads, __ATOMIC_RELAXED);
    return true;
}

static const struct ompt_place *search(enum ompt_kind kind, const void *code)
{
    uint64_t number = number_of(kind, code);
    pthread_mutex_lock(&lock);
    struct ompt_place *place = kit_hashmap_get(&places, number);
    if (!place || (is_stale(place) && !is_unchanged(place))) {
        place = new_place(kind, code);
        if (place && kit_hashmap_put(&places, number, place) == 0)
            newest = place;
    }
    pthread_mutex_unlock(&lock);
    return place;
}

const struct ompt_place *ompt_place(enum ompt_kind kind, const void *code)
{
    static __thread const struct ompt_place *cache[CACHED];
    const struct ompt_place **cached =
        &cache[number_of(kind, code) * UINT64_C(0x9e3779b97f4a7c15) >> 32 & (CACHED - 1)];
    if (!*cached || (*cached)->code != code || (*cached)->kind != kind || is_stale(*cached))
        *cached = search(kind, code);
    return *cached;
}
