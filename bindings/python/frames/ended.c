#include "bindings/python/frames/ended.h"

#include <stdlib.h>

static struct kit_hashmap kept;      /* set of all coroutines that have ended and whose virtual threads are kept */
static struct kit_hashmap scheduled; /* coroutine in whose name a callback will act, by the callback's identity */

/* Return whether the event loop has called what runs on the stack, so that it notices the end of a task. */
static bool is_in_callback(const struct qpy_stack *stack)
{
    for (const struct qpy_frame *frame = stack->top; frame > stack->bottom; frame--) {
        const struct qpy_function *function = frame->function;
        if (function->hook && function->hook->role == QPY_CALLBACK)
            return true;
        if (function->source && !function->hook)
            return false;
    }
    return false;
}

static void destroy(struct qpy_coroutine *coroutine)
{
    kit_library.qii.thread_destroy_vt(coroutine->thread);
    free(coroutine);
}

static void drop(struct qpy_coroutine *coroutine)
{
    if (--coroutine->uses > 0)
        return;
    kit_hashmap_remove(&kept, (uintptr_t)coroutine);
    destroy(coroutine);
}

void qpy_ended_stop(struct qpy_stack *stack)
{
    struct qpy_coroutine *coroutine = stack->ended;
    stack->ended = NULL;
    if (!coroutine)
        return;
    coroutine->function = NULL; /* it may be freed before the next callback */
    drop(coroutine);
}

void qpy_ended_begin(struct qpy_stack *stack, struct qpy_coroutine *coroutine)
{
    free(coroutine->frames);
    coroutine->frames = NULL;
    qpy_ended_stop(stack);
    if (!is_in_callback(stack) || kit_hashmap_put(&kept, (uintptr_t)coroutine, coroutine) != 0) {
        destroy(coroutine);
        return;
    }
    qpy_switch_return(coroutine->thread, QPROF_REASON_RUNNABLE, qpy_switch_running(stack));
    coroutine->uses = 1;
    stack->ended = coroutine;
}

void qpy_ended_forget(const void *callback)
{
    struct qpy_coroutine *coroutine = kit_hashmap_get(&scheduled, (uintptr_t)callback);
    if (!coroutine)
        return;
    kit_hashmap_remove(&scheduled, (uintptr_t)callback);
    drop(coroutine);
}

void qpy_ended_schedule(struct qpy_stack *stack, const void *callback)
{
    qpy_ended_forget(callback);
    if (stack->ended && kit_hashmap_put(&scheduled, (uintptr_t)callback, stack->ended) == 0)
        stack->ended->uses++;
}

bool qpy_ended_has_scheduled(void)
{
    return scheduled.count != 0;
}

void qpy_ended_call(struct qpy_stack *stack, const void *callback)
{
    struct qpy_coroutine *coroutine = kit_hashmap_get(&scheduled, (uintptr_t)callback);
    qpy_ended_stop(stack);
    if (coroutine)
        kit_hashmap_remove(&scheduled, (uintptr_t)callback);
    stack->ended = coroutine;
}

void qpy_ended_enter(const struct qpy_stack *stack, struct qpy_function *function)
{
    qpy_switch_resume(qpy_switch_running(stack), stack->ended->thread);
    if (function->left_out)
        return;
    qpy_function_define(function);
    kit_library.qii.follow_method(function->known.id);
}

void qpy_ended_leave(const struct qpy_stack *stack, const struct qpy_function *function)
{
    if (!function->left_out)
        kit_library.qii.leave_method(function->known.id);
    qpy_switch_return(stack->ended->thread, QPROF_REASON_RUNNABLE, qpy_switch_running(stack));
}

void qpy_ended_forget_all(void)
{
    for (size_t i = 0; i < kept.room; i++)
        free(kept.slots[i].value);
    kit_hashmap_fini(&kept);
    kit_hashmap_fini(&scheduled);
}
