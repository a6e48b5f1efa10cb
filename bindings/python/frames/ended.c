#include "bindings/python/frames/ended.h"

#include <stdlib.h>

static struct kit_hashmap kept; /* ended coroutines whose virtual threads are kept, by virtual thread */
static struct kit_hashmap
    scheduled; /* coroutine on whose behalf a callback was scheduled, by the callback's identity */

/* Return whether the event loop called what runs on the stack, without functions of the program between. */
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

/* Return the coroutine to which wake-ups on the stack are attributed, NULL if there is none. A stack knows only the
 * virtual thread, because its coroutine may have been forgotten meanwhile. */
static struct qpy_coroutine *behind(const struct qpy_stack *stack)
{
    return stack->ended && !stack->inner ? kit_hashmap_get(&kept, stack->ended) : NULL;
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
    kit_hashmap_remove(&kept, coroutine->thread);
    destroy(coroutine);
}

/* The first coroutine that ends in a callback is the task. Others were closed because the task referred to them. */
void qpy_ended_begin(struct qpy_stack *stack, struct qpy_coroutine *coroutine)
{
    free(coroutine->frames);
    coroutine->frames = NULL;
    if (stack->inner || behind(stack) || !is_in_callback(stack) ||
        kit_hashmap_put(&kept, coroutine->thread, coroutine) != 0) {
        destroy(coroutine);
        return;
    }
    qpy_switch_threads(coroutine->thread, QPROF_REASON_RUNNABLE, stack->thread);
    coroutine->uses = 1;
    coroutine->stack = stack;
    stack->ended = coroutine->thread;
}

bool qpy_ended_is_behind(const struct qpy_stack *stack)
{
    return behind(stack);
}

void qpy_ended_schedule(struct qpy_stack *stack, const void *callback)
{
    struct qpy_coroutine *coroutine = behind(stack);
    qpy_ended_forget(callback);
    if (coroutine && kit_hashmap_put(&scheduled, (uintptr_t)callback, coroutine) == 0)
        coroutine->uses++;
}

bool qpy_ended_has_scheduled(void)
{
    return scheduled.count != 0;
}

void qpy_ended_forget(const void *callback)
{
    struct qpy_coroutine *coroutine = kit_hashmap_get(&scheduled, (uintptr_t)callback);
    if (!coroutine)
        return;
    kit_hashmap_remove(&scheduled, (uintptr_t)callback);
    drop(coroutine);
}

void qpy_ended_run_callback(struct qpy_stack *stack, const void *callback)
{
    struct qpy_coroutine *coroutine = kit_hashmap_get(&scheduled, (uintptr_t)callback);
    qpy_ended_release(stack);
    if (!coroutine)
        return;
    kit_hashmap_remove(&scheduled, (uintptr_t)callback);
    coroutine->stack = stack;
    stack->ended = coroutine->thread;
}

void qpy_ended_release(struct qpy_stack *stack)
{
    struct qpy_coroutine *coroutine = kit_hashmap_get(&kept, stack->ended);
    stack->ended = 0;
    if (!coroutine)
        return;
    coroutine->function = NULL; /* its code may be freed before the next callback */
    drop(coroutine);
}

void qpy_ended_forget_stack(struct qpy_stack *stack)
{
    qpy_ended_release(stack);
    for (size_t i = 0; i < scheduled.room;) {
        const struct kit_hashmap_slot *slot = &scheduled.slots[i];
        const struct qpy_coroutine *coroutine = slot->value;
        if (coroutine && coroutine->stack == stack)
            qpy_ended_forget((const void *)(uintptr_t)slot->key); /* another one may move to this slot */
        else
            i++;
    }
}

void qpy_ended_enter(const struct qpy_stack *stack, struct qpy_function *function)
{
    qpy_switch_threads(stack->thread, QPROF_REASON_RESUMES, stack->ended);
    qpy_function_follow(function);
}

void qpy_ended_leave(const struct qpy_stack *stack, const struct qpy_function *function)
{
    qpy_function_leave(function);
    qpy_switch_threads(stack->ended, QPROF_REASON_RUNNABLE, stack->thread);
}

/* If the coroutine's code has been freed already, its function is not registered any more. */
struct qpy_function *qpy_ended_waker(const struct qpy_stack *stack, struct qpy_function *caused)
{
    const struct qpy_coroutine *coroutine = behind(stack);
    if (!coroutine)
        return NULL;
    struct qpy_function *own = coroutine->function;
    bool by_loop = caused->hook && caused->hook->role == QPY_CALLBACK;
    return by_loop && own && kit_function_is_registered(&own->known) ? own : caused;
}

void qpy_ended_forget_all(void)
{
    for (size_t i = 0; i < kept.room; i++)
        free(kept.slots[i].value);
    kit_hashmap_fini(&kept);
    kit_hashmap_fini(&scheduled);
}
