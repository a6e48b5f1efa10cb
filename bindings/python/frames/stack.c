#include "bindings/python/frames/stack.h"

#include <stdlib.h>

/* Bottom of a stack for which no memory has been allocated. */
static const struct qpy_frame empty_bottom;

#define LEAST_ROOM 16

void qpy_stack_init(struct qpy_stack *stack, VthreadID thread)
{
    struct qpy_frame *bottom = (struct qpy_frame *)&empty_bottom;
    *stack = (struct qpy_stack){.top = bottom, .bottom = bottom, .end = bottom + 1, .thread = thread};
}

void qpy_stack_fini(struct qpy_stack *stack)
{
    if (stack->bottom != &empty_bottom)
        free(stack->bottom);
    qpy_stack_init(stack, stack->thread);
}

bool qpy_stack_grow(struct qpy_stack *stack, const struct qpy_function *function)
{
    size_t depth = qpy_stack_depth(stack);
    bool first = stack->bottom == &empty_bottom;
    size_t room = first ? LEAST_ROOM : 2 * (size_t)(stack->end - stack->bottom);
    struct qpy_frame *moved = realloc(first ? NULL : stack->bottom, room * sizeof *moved);
    if (!moved) {
        qpy_note_lost_call();
        return false;
    }
    moved[0] = empty_bottom;
    stack->top = moved + depth;
    stack->bottom = moved;
    stack->end = moved + room;
    if (first && stack->thread)
        qpy_function_name_thread(function, stack->thread);
    return true;
}

struct qpy_frame *qpy_stack_find(const struct qpy_stack *stack, const void *call)
{
    struct qpy_frame *frame = stack->top;
    while (frame > stack->bottom && frame->call != call)
        frame--;
    return frame > stack->bottom ? frame : NULL;
}
