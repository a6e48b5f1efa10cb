/* places.h - methods of sampled addresses. Only the recorder thread may call this. */
#pragma once

#include "include/qprof.h"

#include <stdbool.h>
#include <stdint.h>

#define PLACE_MOST 32 /* functions that one address may belong to */

/* The functions of an address: the one that contains it, and those that are inlined there. */
struct place {
    int count;                          /* 0 = code of this library, which is hidden */
    int block;                          /* of the last method, -1 = unknown */
    unsigned unloads;                   /* native_unloads when the address was looked up */
    qprof_MethodID methods[PLACE_MOST]; /* outermost first */
};

/* Return the place of an address, whose functions are registered when it is first looked up, and again if code was
 * unloaded since; NULL if out of memory. `returns` is true if it is a return address. */
const struct place *places_find(uint64_t address, bool returns);

/* Return the method that stands for the outer frames of a stack that is too deep. */
qprof_MethodID places_deep(void);
