/* fiber.h - stacks of values and frames: a fiber. The program's main line is the first fiber. */
#ifndef FIBER_H
#define FIBER_H

#include "program.h"

#include <stdbool.h>

#define FIBER_DEPTH 50000 /* maximum number of nested calls; one more call is a runtime error */

struct frame {
    struct function *function;
    int pc;   /* offset of the next instruction */
    int base; /* index of the frame's first local in the fiber's values; its operands follow the locals */
};

struct fiber {
    struct fiber *resumer; /* fiber that waits for this one; NULL while this fiber does not run, and for the first
                            * fiber */
    int64_t number;        /* number by which the program refers to the fiber */
    struct frame *frames;
    int depth; /* number of frames in use; the top frame is frames[depth - 1] */
    int frame_room;
    int64_t *values;
    int count; /* values in use */
    int value_room;
};

struct fiber *fiber_new(int64_t number);
void fiber_free(struct fiber *fiber);

/* Push a frame whose arguments are the values on top. Return false if the stack is too deep. */
bool fiber_enter(struct fiber *fiber, struct function *function);

/* Replace the top frame by one whose arguments are the values on top. */
void fiber_replace(struct fiber *fiber, struct function *function);

/* Pop the top frame with its arguments and operands, but not the caller's operands. */
void fiber_leave(struct fiber *fiber);

/* Pop frames down to a depth after an exception; the top frame then loses its operands. */
void fiber_unwind(struct fiber *fiber, int depth);

void fiber_push(struct fiber *fiber, int64_t value);

static inline int64_t fiber_pop(struct fiber *fiber)
{
    return fiber->values[--fiber->count];
}

/* Return the value on top without popping it. */
static inline int64_t fiber_peek(const struct fiber *fiber)
{
    return fiber->values[fiber->count - 1];
}

static inline struct frame *fiber_top(const struct fiber *fiber)
{
    return &fiber->frames[fiber->depth - 1];
}

#endif
