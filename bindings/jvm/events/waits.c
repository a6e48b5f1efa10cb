#include "bindings/jvm/events/waits.h"

#include <stdlib.h>
#include <string.h>

#include "bindings/jvm/methods/names.h"
#include "bindings/jvm/sample/suspensions.h"
#include "bindings/jvm/sample/virtuals.h"
#include "bindings/kit/registry.h"

static qprof_MethodID load_id(const struct qjvm_wait *wait)
{
    return __atomic_load_n(&wait->id, __ATOMIC_ACQUIRE);
}

/* Register the method that stands for the wait. Return its id, 0 if out of memory. The caller holds the library's
 * lock. */
static qprof_MethodID register_wait(struct qjvm_wait *wait)
{
    struct kit_function *function = kit_function_new(sizeof *function);
    if (!function)
        return 0;
    const struct qjvm_native *native = wait->native.native;
    function->name =
        native ? qjvm_names_method(qjvm_text_of(native->name), qjvm_text_of(native->descriptor)) : strdup(wait->name);
    char *class_name = native ? qjvm_names_class(qjvm_text_of(native->class_name)) : NULL;
    kit_function_register(
        function, &(struct kit_definition){.class_name = native ? class_name : wait->class_name, .flags = wait->flags});
    free(class_name);
    if (kit_function_is_registered(function))
        return function->id;
    kit_function_free(function);
    return 0;
}

qprof_MethodID qjvm_wait_id(struct qjvm_wait *wait)
{
    qprof_MethodID id = load_id(wait);
    if (id)
        return id;
    kit_library_lock();
    id = load_id(wait);
    if (!id) {
        id = register_wait(wait);
        __atomic_store_n(&wait->id, id, __ATOMIC_RELEASE);
    }
    kit_library_unlock();
    return id;
}

qprof_MethodID qjvm_wait_top(void)
{
    return qjvm_virtuals_are_sampled() ? qjvm_suspensions_top() : kit_library.qii.current_method_id();
}

bool qjvm_wait_is_recorded(void)
{
    return kit_library.times && (qjvm_virtuals_are_sampled() ? qjvm_suspensions_are_recorded() : qjvm_wait_top() != 0);
}

static int reason_of(const struct qjvm_wait *wait)
{
    return wait->flags == QPROF_METHOD_FLAGS_WAITS    ? QPROF_REASON_WAITING
           : wait->flags == QPROF_METHOD_FLAGS_BLOCKS ? QPROF_REASON_BLOCKED
                                                      : QJVM_RUNS;
}

bool qjvm_wait_begin(struct qjvm_wait *wait)
{
    qprof_MethodID id = qjvm_wait_is_recorded() ? qjvm_wait_id(wait) : 0;
    if (id && qjvm_virtuals_are_sampled())
        return qjvm_suspensions_open(id, reason_of(wait));
    if (id)
        kit_library.qii.enter_method(id);
    return id;
}

bool qjvm_wait_is_open(const struct qjvm_wait *wait)
{
    return load_id(wait) && qjvm_wait_top() == load_id(wait);
}

void qjvm_wait_end(const struct qjvm_wait *wait)
{
    if (!qjvm_wait_is_open(wait))
        return;
    if (qjvm_virtuals_are_sampled())
        qjvm_suspensions_close();
    else
        kit_library.qii.leave_method(load_id(wait));
}
