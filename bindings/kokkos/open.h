/* open.h - kernels, regions and other frames that a thread of a Kokkos program has begun and not ended.
 *
 * A frame ends with the frames above it: a kernel that ends by an exception has no end of its own. Sections may
 * overlap: they stay open when a frame below them ends, and the frames above a section stay open when it ends. */
#pragma once

#include <stdint.h>

#include "bindings/kokkos/named.h"

/* Return a key for a frame: its kind, and a number if it is not enough to end the newest frame of the kind. */
static inline uint64_t kokkos_key(enum kokkos_kind kind, uint64_t number)
{
    return number << 4 | kind;
}

/* Enter a method on the calling thread. `named` may be NULL after a failed allocation. */
void kokkos_open(const struct kokkos_named *named, uint64_t key);

/* Leave the newest frame with this key. If there is none, count a mistake of the program. */
void kokkos_close(uint64_t key);

/* Return the number of ends without a begin. */
uint64_t kokkos_unmatched(void);

/* Return the number of frames that ended too early, with the instrumented function that began them: its exit ends all
 * frames above its own. */
uint64_t kokkos_lost(void);
