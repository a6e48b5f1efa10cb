/* stack.h - the bounds of a thread's stack. */
#pragma once

#include <stdint.h>

struct instrument_stack {
    uintptr_t low;
    uintptr_t high;
};

/* Return the bounds of the stack that the calling thread began with; 0 and 0 if they are unknown. A signal handler may
 * call this: pthread_getattr_np would allocate memory. */
const struct instrument_stack *instrument_stack_own(void);
