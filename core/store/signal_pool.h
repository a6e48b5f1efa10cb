/* signal_pool.h - prepared space in the data file for records that signal handlers write.
 *
 * Each pool has two mapped chunks. Taking space from them needs no lock. Threads that may take locks refill the pools.
 * A forked child finds them empty. */
#pragma once

#include "core/store/process.h"

#include <stdbool.h>
#include <stdint.h>

/* Take zeroed bytes, aligned to 8. Return NULL if both chunks of the pool are used up. Any thread may call this; it
 * is async-signal-safe. */
void *qp_signal_pool_take(enum qp_signal_pool pool, uint32_t size);

/* Return true if the second chunk of a pool is in use or missing. Any thread may call this; it is async-signal-safe. */
bool qp_signal_pool_is_low(void);

/* Add a chunk to each pool whose second chunk is in use. Return 0, or -1 if there is no space. Call this with the cold
 * lock. */
int qp_signal_pool_fill(void);

/* Empty the pools, since the data file ends. Call this with the cold lock. */
void qp_signal_pool_clear(void);
