/* fiber.c - the stacks of a fiber. */
#include "fiber.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Make room for at least `needed` elements, by doubling. */
static void *make_room(void *array, int *room, int needed, size_t element)
{
    if (needed <= *room)
        return array;
    while (*room < needed)
        *room = *room ? *room * 2 : 16;
    array = realloc(array, (size_t)*room * element);
    if (!array) {
        fprintf(stderr, "tinyvm: out of memory\n");
        exit(2);
    }
    return array;
}

struct fiber *fiber_new(int64_t number)
{
    struct fiber *fiber = program_grow(NULL, 0, sizeof *fiber);
    fiber->number = number;
    return fiber;
}

void fiber_free(struct fiber *fiber)
{
    free(fiber->frames);
    free(fiber->values);
    free(fiber);
}

void fiber_push(struct fiber *fiber, int64_t value)
{
    fiber->values = make_room(fiber->values, &fiber->value_room, fiber->count + 1, sizeof value);
    fiber->values[fiber->count++] = value;
}

/* Initialize the top frame: the arguments become its first locals, and space for the others is reserved. */
static void set_frame(struct fiber *fiber, struct function *function)
{
    struct frame *frame = fiber_top(fiber);
    frame->function = function;
    frame->pc = 0;
    frame->base = fiber->count - function->parameters;
    fiber->count = frame->base + function->locals;
    fiber->values = make_room(fiber->values, &fiber->value_room, fiber->count, sizeof *fiber->values);
}

bool fiber_enter(struct fiber *fiber, struct function *function)
{
    if (fiber->depth == FIBER_DEPTH)
        return false;
    fiber->frames = make_room(fiber->frames, &fiber->frame_room, fiber->depth + 1, sizeof *fiber->frames);
    fiber->depth++;
    set_frame(fiber, function);
    return true;
}

void fiber_replace(struct fiber *fiber, struct function *function)
{
    int base = fiber_top(fiber)->base;
    size_t size = (size_t)function->parameters * sizeof *fiber->values;
    if (size)
        memmove(fiber->values + base, fiber->values + fiber->count - function->parameters, size);
    fiber->count = base + function->parameters;
    set_frame(fiber, function);
}

void fiber_leave(struct fiber *fiber)
{
    fiber->count = fiber_top(fiber)->base;
    fiber->depth--;
}

void fiber_unwind(struct fiber *fiber, int depth)
{
    fiber->depth = depth;
    fiber->count = depth ? fiber_top(fiber)->base + fiber_top(fiber)->function->locals : 0;
}
