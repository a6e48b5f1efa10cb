/* wait.c - locks, barriers and other objects on which threads wait.
 *
 * A wait is a call of a method with the object's name, from `prepare` to `acquired` or `cancel`. Its time counts as
 * blocked for a mutex, and as waiting otherwise. The threads of this interface are system threads, so there are no wake
 * edges. */
#include <stdlib.h>
#include <string.h>

#include "bindings/itt/control.h"
#include "bindings/itt/functions.h"
#include "bindings/itt/lock.h"
#include "bindings/itt/unmatched.h"
#include "bindings/kit/hashmap.h"
#include "bindings/kit/strings.h"
#include "bindings/native/method.h"

enum { MUTEX = 2 }; /* attribute of an object */

struct object {
    char *type;
    char *name;
    int flags;             /* QPROF_METHOD_FLAGS_* */
    qprof_MethodID method; /* 0 = not waited for yet */
};

static struct kit_hashmap objects; /* by address */

/* ---- names ------------------------------------------------------------------------------------------------------ */

static void free_object(struct object *object)
{
    free(object->type);
    free(object->name);
    free(object);
}

/* Replace the object at an address. `type` and `name` may be NULL. */
static void set(void *address, const char *type, const char *name, int flags)
{
    struct object *object = malloc(sizeof *object), *old;
    if (!object)
        return;
    *object = (struct object){strdup(type ? type : ""), strdup(name ? name : ""), flags, 0};
    itt_lock();
    old = kit_hashmap_get(&objects, (uintptr_t)address);
    if (!object->type || !object->name || kit_hashmap_put(&objects, (uintptr_t)address, object) != 0)
        old = object;
    itt_unlock();
    if (old)
        free_object(old);
}

static void create(void *address, const char *type, const char *name, int attribute)
{
    if (address && itt_records())
        set(address, type, name, attribute == MUTEX ? QPROF_METHOD_FLAGS_BLOCKS : QPROF_METHOD_FLAGS_WAITS);
}

static int create_by_length(void *address, const char *type, int type_length, const char *name, int length,
                            int attribute)
{
    char *own_type = type && type_length > 0 ? strndup(type, (size_t)type_length) : NULL;
    char *own_name = name && length > 0 ? strndup(name, (size_t)length) : NULL;
    create(address, own_type, own_name, attribute);
    free(own_type);
    free(own_name);
    return 0;
}

static void rename_object(void *address, const char *name)
{
    if (!address || !name || !itt_records())
        return;
    itt_lock();
    const struct object *old = kit_hashmap_get(&objects, (uintptr_t)address);
    char *type = old ? strdup(old->type) : NULL;
    int flags = old ? old->flags : QPROF_METHOD_FLAGS_WAITS;
    itt_unlock();
    set(address, type, name, flags);
    free(type);
}

static void destroy(void *address)
{
    if (!address || !native_records())
        return;
    itt_lock();
    struct object *object = kit_hashmap_get(&objects, (uintptr_t)address);
    if (object)
        kit_hashmap_remove(&objects, (uintptr_t)address);
    itt_unlock();
    if (object)
        free_object(object);
}

/* ---- waits ------------------------------------------------------------------------------------------------------ */

static qprof_MethodID register_wait(const struct object *object)
{
    char *text = kit_format("wait for %s%s%s", object->type, *object->type && *object->name ? " " : "", object->name);
    qprof_MethodID method = text ? native_method_of_name(text, object->flags) : 0;
    free(text);
    return method;
}

/* Return the method of waits for an object. If the object has no name, return that of the call to `prepare`. */
static qprof_MethodID method_of(const void *address, const void *caller)
{
    qprof_MethodID method = 0;
    itt_lock();
    struct object *object = kit_hashmap_get(&objects, (uintptr_t)address);
    if (object && (*object->type || *object->name))
        method = object->method ? object->method : (object->method = register_wait(object));
    itt_unlock();
    return method ? method : native_method_of_call("wait in", caller, QPROF_METHOD_FLAGS_WAITS);
}

static void prepare(void *address)
{
    if (address && itt_records())
        native_open(ITT_WAIT, (uintptr_t)address, method_of(address, __builtin_return_address(0)), false);
}

/* A wait ends without the object. */
static void cancel(void *address)
{
    if (address && itt_records())
        itt_close(ITT_WAIT, (uintptr_t)address);
}

/* An object that was free may be acquired without `prepare`. libqprof counts the acquisition in the method on top,
 * which is the wait if there was one. */
static void acquired(void *address)
{
    if (!address || !itt_records())
        return;
    if (kit_library.qii.current_method_id())
        kit_library.qii.record_monitor_acquired();
    native_close(ITT_WAIT, (uintptr_t)address);
}

static void releasing(void *address)
{
    if (address && itt_records() && kit_library.qii.current_method_id())
        kit_library.qii.record_monitor_released();
}

const struct itt_named itt_waits[] = {ITT_NAMED(sync_create, create),
                                      ITT_NAMED(sync_set_name, create),
                                      ITT_NAMED(notify_sync_name, create_by_length),
                                      ITT_NAMED(sync_rename, rename_object),
                                      ITT_NAMED(sync_destroy, destroy),
                                      ITT_NAMED(sync_prepare, prepare),
                                      ITT_NAMED(sync_cancel, cancel),
                                      ITT_NAMED(sync_acquired, acquired),
                                      ITT_NAMED(sync_releasing, releasing),
                                      ITT_NAMED(notify_sync_prepare, prepare),
                                      ITT_NAMED(notify_sync_cancel, cancel),
                                      ITT_NAMED(notify_sync_acquired, acquired),
                                      ITT_NAMED(notify_sync_releasing, releasing),
                                      {NULL, NULL}};
