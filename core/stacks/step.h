/* step.h - steps from a code address's frame to its caller's: libunwind's results, cached for all threads.
 *
 * Any thread may call these functions, without a lock. They are async-signal-safe.
 *
 * A step is one word, so no thread reads half a step. The table has a fixed size: a new step may replace another step,
 * which libunwind then finds again when it is needed.
 *
 * The word has 3 bits for the kind, 14 bits for size / 8 and 12 bits for saved / 8. The rest is the tag: the address
 * bits that do not follow from the bucket, and a bit that is set if the address is exact. Programs record stacks
 * through some thousand addresses; the table takes half a megabyte and holds 65,536 steps. */
#pragma once

#include "base/atomic.h"
#include "base/attribute.h"

#include <stdbool.h>
#include <stdint.h>

enum qp_step_kind {
    QP_STEP_UNKNOWN,
    QP_STEP_STACK,  /* the caller's frame begins `size` bytes above the stack pointer */
    QP_STEP_FRAME,  /* the caller's frame begins `size` bytes above the frame pointer (RBP) */
    QP_STEP_SIGNAL, /* a signal frame: the registers are at the stack pointer, in a ucontext_t */
    QP_STEP_LAST,   /* there is no caller */
    QP_STEP_UNWIND  /* no other kind applies: libunwind must take the step each time */
};

#define QP_STEP_KIND        7u
#define QP_STEP_SIZE        0x1fff8u /* mask of the size in bytes, which the word contains without a shift */
#define QP_STEP_SAVED       0x7ff8u  /* mask of `saved` in bytes; first shift the word right by QP_STEP_SAVED_SHIFT */
#define QP_STEP_SAVED_SHIFT 14
#define QP_STEP_TAG_SHIFT   29
#define QP_STEP_BUCKET_BITS 13
#define QP_STEP_WAYS        8

extern uint64_t qp_step_table[1u << QP_STEP_BUCKET_BITS][QP_STEP_WAYS];

static inline enum qp_step_kind qp_step_kind(uint64_t step)
{
    return (enum qp_step_kind)(step & QP_STEP_KIND);
}

static inline uint64_t qp_step_size(uint64_t step)
{
    return step & QP_STEP_SIZE;
}

/* Return the distance in bytes from the start of the caller's frame down to the word in which the caller's RBP is
 * saved. 0 means that RBP still has the caller's value. */
static inline uint64_t qp_step_saved(uint64_t step)
{
    return step >> QP_STEP_SAVED_SHIFT & QP_STEP_SAVED;
}

/* Return the tag of an address below 1 << 47. */
static inline uint64_t qp_step_tag(uint64_t address, bool exact)
{
    return address >> QP_STEP_BUCKET_BITS | (uint64_t)exact << (47 - QP_STEP_BUCKET_BITS);
}

static inline uint64_t *qp_step_ways(uint64_t address)
{
    return qp_step_table[(address ^ address >> QP_STEP_BUCKET_BITS) & ((1u << QP_STEP_BUCKET_BITS) - 1)];
}

uint64_t qp_step_find_further(uint64_t address, bool exact);

/* Return the step from an address, QP_STEP_UNKNOWN if it is not in the table. `exact` is true if a signal interrupted
 * the code at the address, and false if the address is a return address. */
static inline uint64_t qp_step_find(uint64_t address, bool exact)
{
    uint64_t step = qp_load_relaxed(qp_step_ways(address));
    return QP_LIKELY(step >> QP_STEP_TAG_SHIFT == qp_step_tag(address, exact)) ? step
                                                                               : qp_step_find_further(address, exact);
}

/* Store a step. Return the step, or QP_STEP_UNWIND if `size` or `saved` does not fit into the word. */
uint64_t qp_step_put(uint64_t address, bool exact, enum qp_step_kind kind, uint64_t size, uint64_t saved);

/* Forget all steps, since code was unloaded. */
void qp_step_forget(void);
