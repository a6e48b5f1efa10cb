/* fiber.h - a fiber: a stack of values and a stack of frames. The program's main line is the first fiber. */
#ifndef FIBER_H
#define FIBER_H

#include "program.h"

#include <stdbool.h>

#define FIBER_DEPTH 50000 /* calls within calls; one more is a runtime error */

struct frame {
    struct function *function;
    int pc;   /* the next word of its code */
    int base; /* where its locals begin in the fiber's values; its operands stand above them */
};

struct fiber {
    struct fiber *resumer; /* who waits for it; NULL while it does not run, and for the first fiber */
    int64_t number;        /* the program's name for it */
    struct frame *frames;
    int depth; /* frames in use; the one on top is frames[depth - 1] */
    int frame_room;
    int64_t *values;
    int count; /* values in use */
    int value_room;
};

struct fiber *fiber_new(int64_t number);
void fiber_free(struct fiber *fiber);

/* Push a frame whose arguments are the values on top; false when the stack is too deep. fiber_replace puts it in the
 * place of the frame on top. */
bool fiber_enter(struct fiber *fiber, struct function *function);
void fiber_replace(struct fiber *fiber, struct function *function);

/* Return: pop the frame on top with its arguments and operands; the caller's operands stay. */
void fiber_leave(struct fiber *fiber);

/* An exception: keep the lowest frames only, so many; the last of them loses its operands. */
void fiber_unwind(struct fiber *fiber, int depth);

void fiber_push(struct fiber *fiber, int64_t value);

static inline int64_t fiber_pop(struct fiber *fiber)
{
    return fiber->values[--fiber->count];
}

static inline struct frame *fiber_top(const struct fiber *fiber)
{
    return &fiber->frames[fiber->depth - 1];
}

#endif
