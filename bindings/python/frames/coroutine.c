#include "bindings/python/frames/coroutine.h"

#include <stdlib.h>
#include <string.h>

#include "bindings/kit/hashmap.h"

/* Outermost coroutine of a task. While it runs, its frames are on a stack, from `base` on. */
struct qpy_coroutine {
    VthreadID thread;
    uint64_t outermost;            /* identity of its own frame, by which it is found */
    struct qpy_coroutine *resumer; /* the one that was running on the stack when this one was resumed, NULL = none */
    struct qpy_frame *frames;      /* frames while it does not run */
    size_t count;
    size_t base;         /* depth of its own frame on the stack while it runs, 0 = it does not run */
    unsigned generation; /* generation in which the library has got to know its frames */
};

static struct kit_hashmap coroutines; /* by identity of the outermost frame */
static unsigned generation;           /* number of the times at which the library's knowledge was lost */

/* ---- creation and end -------------------------------------------------------------------------------------------- */

static struct qpy_coroutine *find(const void *outermost)
{
    return kit_hashmap_get(&coroutines, (uintptr_t)outermost);
}

static struct qpy_coroutine *create(const void *outermost, const struct qpy_function *function)
{
    struct qpy_coroutine *coroutine = calloc(1, sizeof *coroutine);
    if (!coroutine || kit_hashmap_put(&coroutines, (uintptr_t)outermost, coroutine) != 0) {
        free(coroutine);
        qpy_note_lost("a task", "not enough memory");
        return NULL;
    }
    coroutine->outermost = (uintptr_t)outermost;
    coroutine->thread = kit_library_new_thread();
    coroutine->generation = generation;
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
    kit_library.qii.thread_destroy_vt(coroutine->thread);
    kit_hashmap_remove(&coroutines, coroutine->outermost);
    free(coroutine->frames);
    free(coroutine);
}

/* ---- switches ---------------------------------------------------------------------------------------------------- */

static VthreadID running_on(const struct qpy_stack *stack)
{
    return stack->inner ? stack->inner->thread : stack->thread;
}

/* Pop the frames above `below`, in the library only. */
static void leave_in_library(const struct qpy_frame *top, const struct qpy_frame *below)
{
    for (const struct qpy_frame *frame = top; frame > below; frame--)
        if (!frame->function->left_out)
            kit_library.qii.leave_method(frame->function->known.id);
}

/* Push the frames above `below` again, in the library only. */
static void follow_in_library(const struct qpy_frame *below, const struct qpy_frame *top)
{
    for (const struct qpy_frame *frame = below + 1; frame <= top; frame++) {
        if (frame->function->left_out)
            continue;
        qpy_function_define(frame->function);
        kit_library.qii.follow_method(frame->function->known.id);
    }
}

/* Pop all frames of what runs on the calling thread, in the library only. */
static void empty_in_library(void)
{
    const struct qii *qii = &kit_library.qii;
    for (qprof_MethodID id = qii->current_method_id(); id; id = qii->current_method_id())
        qii->leave_method(id);
}

/* Resume a virtual thread in the library. The virtual thread `from`, or if that is 0, the system thread itself waits
 * for it. */
static void resume_in_library(VthreadID from, VthreadID to)
{
    if (from)
        kit_library.qii.vthread_switch(from, QPROF_REASON_RESUMES, to);
    else
        kit_library.qii.vthread_resume(to);
}

/* Run a coroutine on the stack. Its frames are suspended until each of them is resumed. */
static void run(struct qpy_stack *stack, struct qpy_coroutine *coroutine)
{
    resume_in_library(running_on(stack), coroutine->thread);
    if (coroutine->generation != generation) {
        empty_in_library();
        coroutine->count = 0;
        coroutine->generation = generation;
    }
    coroutine->resumer = stack->inner;
    coroutine->base = qpy_stack_depth(stack) + 1;
    stack->inner = coroutine;
    for (size_t i = 0; i < coroutine->count; i++) {
        if (!qpy_stack_push(stack, coroutine->frames[i].call, coroutine->frames[i].function)) {
            stack->top = stack->bottom + coroutine->base - 1; /* each frame is followed anew when it is resumed */
            empty_in_library();
            return;
        }
        stack->top->awaited = coroutine->frames[i].awaited;
        stack->top->suspended = true;
    }
}

/* Keep the frames of a running coroutine. If out of memory, the library gets them anew when the coroutine is resumed.
 */
static void keep_frames(struct qpy_stack *stack, struct qpy_coroutine *coroutine)
{
    size_t count = qpy_stack_depth(stack) + 1 - coroutine->base;
    struct qpy_frame *frames = coroutine->frames;
    if (count > coroutine->count || !frames)
        frames = realloc(frames, count * sizeof *frames);
    if (frames) {
        memcpy(frames, stack->bottom + coroutine->base, count * sizeof *frames);
        coroutine->frames = frames;
        coroutine->count = count;
    } else {
        coroutine->generation = generation - 1;
    }
    stack->top = stack->bottom + coroutine->base - 1;
}

/* The outermost coroutine yields to the event loop. */
static void suspend(struct qpy_stack *stack)
{
    const struct qii *qii = &kit_library.qii;
    struct qpy_coroutine *coroutine = stack->inner;
    keep_frames(stack, coroutine);
    coroutine->base = 0;
    stack->inner = coroutine->resumer;
    VthreadID to = running_on(stack);
    if (to)
        qii->vthread_switch(coroutine->thread, QPROF_REASON_WAITING, to);
    else
        qii->vthread_suspend(coroutine->thread, QPROF_REASON_WAITING);
}

static bool is_guest(const struct qpy_stacks *stacks, const struct qpy_stack *stack)
{
    return !stack->thread && stack != &stacks->own;
}

void qpy_coroutine_switch(struct qpy_stacks *stacks, struct qpy_stack *to, bool resumes)
{
    const struct qii *qii = &kit_library.qii;
    const struct qpy_stack *from = stacks->current;
    VthreadID left = running_on(from), entered = running_on(to);
    if (is_guest(stacks, from))
        leave_in_library(from->top, from->bottom);
    if (left && entered)
        qii->vthread_switch(left, resumes ? QPROF_REASON_RESUMES : QPROF_REASON_WAITING, entered);
    else if (left)
        qii->vthread_suspend(left, QPROF_REASON_WAITING);
    else if (entered)
        qii->vthread_resume(entered);
    if (is_guest(stacks, to))
        follow_in_library(to->bottom, to->top);
    stacks->current = to;
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
        run(stack, coroutine);
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
        run(stack, coroutine);
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
        qpy_stack_pop(stack);
        if (outermost)
            end(stack);
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
        suspend(stack);
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
        if (function->hook && function->hook->role == QPY_DISPATCH)
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

/* Create a coroutine, or wake it. The library takes the function on top as its creator or waker, so the frames above
 * the one that caused it are popped meanwhile. */
static struct qpy_coroutine *create_or_wake(const struct qpy_stack *stack, struct qpy_coroutine *coroutine,
                                            const void *outermost, const struct qpy_function *function, uint64_t late)
{
    const struct qpy_frame *caused = stack ? cause(stack) : NULL;
    if (stack)
        leave_in_library(stack->top, caused);
    if (coroutine && late && caused && caused->function->hook)
        kit_library.qii.vthread_wake_since(coroutine->thread, late);
    else if (coroutine)
        kit_library.qii.vthread_wake(coroutine->thread);
    else
        coroutine = create(outermost, function);
    if (stack)
        follow_in_library(caused, stack->top);
    return coroutine;
}

bool qpy_coroutine_ready(const void *outermost, const struct qpy_function *function, uint64_t late)
{
    struct qpy_coroutine *known = find(outermost);
    const struct qpy_stack *stack = qpy_stacks_here ? qpy_stacks_here->current : NULL;
    return create_or_wake(stack, known, outermost, function, late) && !known;
}

void qpy_coroutine_rename(const void *outermost, const char *name)
{
    const struct qpy_coroutine *coroutine = find(outermost);
    if (coroutine)
        kit_library.qii.set_thread_name_vt(name, coroutine->thread);
}

void qpy_coroutine_name_running(const struct qpy_stack *stack, const char *name)
{
    VthreadID thread = running_on(stack);
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
}

void qpy_coroutine_forget(struct qpy_stack *stack)
{
    generation++;
    while (stack->inner) {
        stack->top = stack->bottom + stack->inner->base; /* its own frame is enough, since the library forgets all */
        suspend(stack);
    }
    stack->top = stack->bottom;
    empty_in_library();
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
    generation++;
    for (size_t depth = 1; depth <= qpy_stack_depth(stack); depth++) {
        const struct qpy_frame *frame = stack->bottom + depth;
        struct qpy_coroutine *coroutine = at_depth(stack, depth);
        if (coroutine) {
            kit_library.qii.thread_create_vt(coroutine->thread, coroutine->thread);
            qpy_function_name_thread(frame->function, coroutine->thread);
            resume_in_library(running, coroutine->thread);
            running = coroutine->thread;
            coroutine->generation = generation;
        }
        if (!frame->function->left_out)
            kit_library.qii.follow_method(frame->function->known.id);
    }
}
