#include "bindings/python/frames/switch.h"

#include <stdlib.h>
#include <string.h>

unsigned qpy_switch_generation;

VthreadID qpy_switch_running(const struct qpy_stack *stack)
{
    return stack->inner ? stack->inner->thread : stack->thread;
}

void qpy_switch_leave(const struct qpy_frame *top, const struct qpy_frame *below)
{
    for (const struct qpy_frame *frame = top; frame > below; frame--)
        qpy_function_leave(frame->function);
}

void qpy_switch_follow(const struct qpy_frame *below, const struct qpy_frame *top)
{
    for (const struct qpy_frame *frame = below + 1; frame <= top; frame++)
        qpy_function_follow(frame->function);
}

void qpy_switch_empty(void)
{
    const struct qii *qii = &kit_library.qii;
    for (qprof_MethodID id = qii->current_method_id(); id; id = qii->current_method_id())
        qii->leave_method(id);
}

void qpy_switch_threads(VthreadID from, int reason, VthreadID to)
{
    const struct qii *qii = &kit_library.qii;
    if (from && to)
        qii->vthread_switch(from, reason, to);
    else if (from)
        qii->vthread_suspend(from, reason);
    else if (to)
        qii->vthread_resume(to);
}

void qpy_switch_run(struct qpy_stack *stack, struct qpy_coroutine *coroutine)
{
    qpy_switch_threads(qpy_switch_running(stack), QPROF_REASON_RESUMES, coroutine->thread);
    if (coroutine->generation != qpy_switch_generation) {
        qpy_switch_empty();
        coroutine->count = 0;
        coroutine->generation = qpy_switch_generation;
    }
    coroutine->resumer = stack->inner;
    coroutine->base = qpy_stack_depth(stack) + 1;
    stack->inner = coroutine;
    for (size_t i = 0; i < coroutine->count; i++) {
        if (!qpy_stack_push(stack, coroutine->frames[i].call, coroutine->frames[i].function)) {
            stack->top = stack->bottom + coroutine->base - 1; /* each frame is followed anew when it is resumed */
            qpy_switch_empty();
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
        coroutine->generation = qpy_switch_generation - 1;
    }
    stack->top = stack->bottom + coroutine->base - 1;
}

void qpy_switch_suspend(struct qpy_stack *stack)
{
    struct qpy_coroutine *coroutine = stack->inner;
    keep_frames(stack, coroutine);
    coroutine->base = 0;
    stack->inner = coroutine->resumer;
    qpy_switch_threads(coroutine->thread, QPROF_REASON_WAITING, qpy_switch_running(stack));
}

static bool is_guest(const struct qpy_stacks *stacks, const struct qpy_stack *stack)
{
    return !stack->thread && stack != &stacks->own;
}

void qpy_switch_stacks(struct qpy_stacks *stacks, struct qpy_stack *to, bool resumes)
{
    const struct qpy_stack *from = stacks->current;
    VthreadID left = qpy_switch_running(from), entered = qpy_switch_running(to);
    if (is_guest(stacks, from))
        qpy_switch_leave(from->top, from->bottom);
    qpy_switch_threads(left, resumes && entered ? QPROF_REASON_RESUMES : QPROF_REASON_WAITING, entered);
    if (is_guest(stacks, to))
        qpy_switch_follow(to->bottom, to->top);
    stacks->current = to;
}
