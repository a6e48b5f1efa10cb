/* stack.h - a reader for a stack that may be damaged. */
#pragma once

#include "base/attribute.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Bounds of the calling thread's stack; 0 and 0 until they are determined. */
struct qp_stack_bounds {
    uintptr_t low;
    uintptr_t high;
};

extern _Thread_local struct qp_stack_bounds qp_stack_own;

/* Determine the bounds. Do not call this in a signal handler, since it allocates memory. */
void qp_stack_find_own(void);

/* Reader of a stack. Words between `low` and `high` are in use by the thread, so they are read directly. Other words
 * are read by a system call, which cannot fault, in blocks of 64: a system call for a single word takes 300 ns. */
struct qp_stack_reader {
    uintptr_t low;
    uintptr_t high;
    uintptr_t start; /* start of the block read last */
    size_t size;
    uint64_t words[64];
};

/* Begin to read the calling thread's stack, from an address in one of its frames. */
void qp_stack_begin(struct qp_stack_reader *stack, const void *here);

/* Read a word that is not between `low` and `high`. Return false if there is no such word. */
bool qp_stack_read_far(struct qp_stack_reader *stack, uint64_t address, uint64_t *word);

static inline __attribute__((no_sanitize("address", "thread"))) bool qp_stack_read(struct qp_stack_reader *stack,
                                                                                   uint64_t address, uint64_t *word)
{
    if (QP_UNLIKELY(address < stack->low || address > stack->high - sizeof *word || address % sizeof *word != 0))
        return qp_stack_read_far(stack, address, word);
    *word = *(const uint64_t *)(uintptr_t)address;
    return true;
}
