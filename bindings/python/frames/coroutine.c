#include "bindings/python/frames/coroutine.h"

#include <stdlib.h>

#include "bindings/kit/hashmap.h"
#include "bindings/python/frames/ended.h"
#include "bindings/python/frames/switch.h"

static struct kit_hashmap coroutines; /* by identity of the outermost frame */

/* ---- creation and end -------------------------------------------------------------------------------------------- */

static struct qpy_coroutine *find(const void *outermost)
{
    return kit_hashmap_get(&coroutines, (uintptr_t)outermost);
}

static struct qpy_coroutine *create(const void *outermost, struct qpy_function *function)
{
    struct qpy_coroutine *coroutine = calloc(1, sizeof *coroutine);
    if (!coroutine || kit_hashmap_put(&coroutines, (uintptr_t)outermost, coroutine) != 0) {
        free(coroutine);
        qpy_note_lost("a task", "not enough memory");
        return NULL;
    }
    coroutine->outermost = (uintptr_t)outermost;
    coroutine->function = function;
    coroutine->thread = kit_library_new_thread();
    coroutine->generation = qpy_switch_generation;
    kit_library.qii.thread_create_vt(coroutine->thread, coroutine->thread);
    qpy_function_name_thread(function, coroutine->thread);
    return coroutine;
}

/* End the innermost running coroutine. Its frames have been popped. The library returns to the virtual thread that
 * resumed it. */
static void end(struct qpy_stack *stack)
{
    struct qpy_coroutine *coroutine = stack->inner;
    stack->inner = coroutine->resumer;
    kit_hashmap_remove(&coroutines, coroutine->outermost);
    qpy_ended_begin(stack, coroutine);
}

/* ---- events ------------------------------------------------------------------------------------------------------ */

/* If no coroutine awaits this one, run it as a virtual thread. */
static void become_thread(struct qpy_stack *stack, const void *call, struct qpy_function *function, bool awaited)
{
    if (awaited || function->kind != QPY_COROUTINE)
        return;
    struct qpy_coroutine *coroutine = find(call);
    if (!coroutine)
        coroutine = create(call, function);
    if (coroutine && !coroutine->base)
        qpy_switch_run(stack, coroutine);
}

void qpy_coroutine_enter(struct qpy_stack *stack, const void *call, struct qpy_function *function, bool awaited)
{
    become_thread(stack, call, function, awaited);
    if (qpy_stack_enter(stack, call, function))
        stack->top->awaited = awaited;
}

bool qpy_coroutine_resume(struct qpy_stack *stack, const void *call)
{
    struct qpy_frame *frame = stack->top;
    while (frame->suspended && frame->call != call)
        frame--;
    if (!frame->suspended)
        return false;
    frame->suspended = false;
    return true;
}

bool qpy_coroutine_run(struct qpy_stack *stack, const void *outermost)
{
    struct qpy_coroutine *coroutine = find(outermost);
    if (coroutine && !coroutine->base)
        qpy_switch_run(stack, coroutine);
    return coroutine;
}

void qpy_coroutine_follow(struct qpy_stack *stack, const void *call, struct qpy_function *function, bool awaited)
{
    become_thread(stack, call, function, awaited);
    if (qpy_stack_follow(stack, call, function))
        stack->top->awaited = awaited;
}

/* Return whether a frame is that of the innermost coroutine that is a virtual thread. */
static bool is_outermost(const struct qpy_stack *stack, const struct qpy_frame *frame)
{
    return stack->inner && stack->inner->outermost == (uintptr_t)frame->call;
}

/* Pop a frame of the stack and all frames above it. Virtual threads whose coroutines are popped end. */
static void pop_from(struct qpy_stack *stack, const struct qpy_frame *frame)
{
    size_t depth = (size_t)(frame - stack->bottom);
    while (qpy_stack_depth(stack) >= depth) {
        bool outermost = is_outermost(stack, stack->top);
        bool callback = stack->top->function->kind == QPY_CALLBACK_RESULT;
        qpy_stack_pop(stack);
        if (outermost)
            end(stack);
        else if (callback)
            qpy_ended_release(stack);
    }
}

void qpy_coroutine_thrown(struct qpy_stack *stack, const void *call)
{
    const struct qpy_frame *frame = qpy_stack_find(stack, call);
    if (frame && frame < stack->top)
        pop_from(stack, frame + 1);
}

void qpy_coroutine_leave(struct qpy_stack *stack, const void *call)
{
    const struct qpy_frame *frame = qpy_stack_find(stack, call);
    if (frame)
        pop_from(stack, frame);
}

void qpy_coroutine_yield(struct qpy_stack *stack, const void *call)
{
    struct qpy_frame *frame = qpy_stack_find(stack, call);
    if (!frame)
        return;
    size_t depth = (size_t)(frame - stack->bottom);
    bool outermost = is_outermost(stack, frame);
    bool awaited = stack->inner && stack->inner->base < depth && frame->awaited;
    const struct qpy_hook *hook = frame->function->hook;
    if ((!outermost && !awaited) || (hook && hook->role == QPY_TRAP)) {
        pop_from(stack, frame);
        return;
    }
    frame->suspended = true;
    if (outermost || frame[-1].suspended)
        qpy_switch_suspend(stack);
}

/* ---- tasks ------------------------------------------------------------------------------------------------------- */

/* Return the frame that caused what happens to a task now: the newest one of the program's own functions in Python, or
 * the callback of the event loop, or if there is neither, the event loop. */
static struct qpy_frame *cause(const struct qpy_stack *stack)
{
    struct qpy_frame *first = stack->bottom + (stack->inner ? stack->inner->base : 1);
    struct qpy_frame *found = NULL;
    for (struct qpy_frame *frame = stack->top; frame >= first; frame--) {
        const struct qpy_function *function = frame->function;
        if (function->hook && function->hook->role >= QPY_DISPATCH)
            return found ? found : frame;
        if (!function->source || function->left_out)
            continue;
        if (!function->hook)
            return frame;
        if (function->hook->role == QPY_INTERNAL)
            found = frame;
    }
    return found ? found : stack->top;
}

/* Wake a coroutine, or if it is NULL, create it. Return whether a new one was created. */
static bool create_or_wake(const struct qpy_coroutine *coroutine, const void *outermost, struct qpy_function *function,
                           uint64_t late)
{
    if (!coroutine)
        return create(outermost, function);
    if (late)
        kit_library.qii.vthread_wake_since(coroutine->thread, late);
    else
        kit_library.qii.vthread_wake(coroutine->thread);
    return false;
}

bool qpy_coroutine_ready(const void *outermost, struct qpy_function *function, uint64_t late)
{
    const struct qpy_coroutine *known = find(outermost);
    const struct qpy_stack *stack = qpy_stacks_here ? qpy_stacks_here->current : NULL;
    if (!stack)
        return create_or_wake(known, outermost, function, 0);

    /* The library takes the function on top as creator or waker, so the frames above the one that caused it are popped
     * meanwhile. */
    const struct qpy_frame *caused = cause(stack);
    bool by_program = !caused->function || !caused->function->hook;
    struct qpy_function *waker = caused->function ? qpy_ended_waker(stack, caused->function) : NULL;
    qpy_switch_leave(stack->top, caused);
    if (waker)
        qpy_ended_enter(stack, waker);
    bool is_new = create_or_wake(known, outermost, function, by_program ? 0 : late);
    if (waker)
        qpy_ended_leave(stack, waker);
    qpy_switch_follow(caused, stack->top);
    return is_new;
}

void qpy_coroutine_rename(const void *outermost, const char *name)
{
    const struct qpy_coroutine *coroutine = find(outermost);
    if (coroutine)
        kit_library.qii.set_thread_name_vt(name, coroutine->thread);
}

void qpy_coroutine_name_running(const struct qpy_stack *stack, const char *name)
{
    VthreadID thread = qpy_switch_running(stack);
    if (thread)
        kit_library.qii.set_thread_name_vt(name, thread);
    else
        kit_library.qii.set_thread_name(name);
}

void qpy_coroutine_forget_all(void)
{
    for (size_t i = 0; i < coroutines.room; i++) {
        struct qpy_coroutine *coroutine = coroutines.slots[i].value;
        if (coroutine)
            free(coroutine->frames);
        free(coroutine);
    }
    kit_hashmap_fini(&coroutines);
    qpy_ended_forget_all();
}

void qpy_coroutine_forget(struct qpy_stack *stack)
{
    qpy_ended_forget_stack(stack);
    qpy_switch_generation++;
    while (stack->inner) {
        stack->top = stack->bottom + stack->inner->base; /* its own frame is enough, since the library forgets all */
        qpy_switch_suspend(stack);
    }
    stack->top = stack->bottom;
    qpy_switch_empty();
}

/* Return the coroutine whose own frame has this depth, NULL if there is none. */
static struct qpy_coroutine *at_depth(const struct qpy_stack *stack, size_t depth)
{
    struct qpy_coroutine *coroutine = stack->inner;
    while (coroutine && coroutine->base != depth)
        coroutine = coroutine->resumer;
    return coroutine;
}

void qpy_coroutine_report_again(const struct qpy_stack *stack)
{
    VthreadID running = stack->thread;
    qpy_switch_generation++;
    qpy_ended_forget_all();
    for (size_t depth = 1; depth <= qpy_stack_depth(stack); depth++) {
        const struct qpy_frame *frame = stack->bottom + depth;
        struct qpy_coroutine *coroutine = at_depth(stack, depth);
        if (coroutine) {
            kit_library.qii.thread_create_vt(coroutine->thread, coroutine->thread);
            qpy_function_name_thread(frame->function, coroutine->thread);
            qpy_switch_threads(running, QPROF_REASON_RESUMES, coroutine->thread);
            running = coroutine->thread;
            coroutine->generation = qpy_switch_generation;
        }
        qpy_function_follow(frame->function);
    }
}
