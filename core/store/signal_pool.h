/* signal_pool.h - prepared space in the data file for records that signal handlers write.
 *
 * Each pool keeps two mapped chunks. Taking space from them needs no lock; threads that may take locks refill them. A
 * forked child finds none. */
#pragma once

#include "core/store/process.h"

#include <stdbool.h>
#include <stdint.h>

/* Take zeroed bytes, aligned to 8; NULL if there are none left. Any thread; async-signal-safe. */
void *qp_signal_pool_take(enum qp_signal_pool pool, uint32_t size);

/* Return whether the second chunk of a pool is in use or missing. Any thread; async-signal-safe. */
bool qp_signal_pool_is_low(void);

/* Add a chunk to each pool whose second chunk is in use. Requires the cold lock. Return 0, or -1 if there is no space.
 */
int qp_signal_pool_fill(void);

/* Empty the pools: the data file ends. Requires the cold lock. */
void qp_signal_pool_clear(void);
