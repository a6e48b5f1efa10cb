/* shelf.h - room in the data file that is ready for those who may not wait: records that signal handlers write.
 *
 * Two chunks of each kind are mapped beforehand. Whoever takes from them takes no lock; whoever may take locks fills up
 * behind them. A forked child finds none. */
#ifndef QP_STORE_SHELF_H
#define QP_STORE_SHELF_H

#include "core/store/process.h"

#include <stdbool.h>
#include <stdint.h>

/* Zeroed bytes, aligned to 8. Any thread, signal handlers too. Returns NULL when there are none left. */
void *qp_shelf_take(enum qp_shelf shelf, uint32_t size);

/* Whether the second chunk of one of them is in use, or missing. Any thread, signal handlers too. */
bool qp_shelf_is_low(void);

/* Put a new chunk behind each that is in use. With the cold lock. Returns 0, or -1 when there is no room. */
int qp_shelf_fill(void);

/* The data file ends. With the cold lock. */
void qp_shelf_clear(void);

#endif
