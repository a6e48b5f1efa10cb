/* counter_pages.h - memory in which clients count without a call: part of the data file while one is open.
 *
 * Code that counts continues after a run ends, and in a forked child. So these pages stay at their addresses as long as
 * the process lives: they lie outside the window, and become memory of the process alone when the file ends. Call these
 * functions with the cold lock. */
#pragma once

#include "format/record.h"

#include <stddef.h>
#include <stdint.h>

/* Take zeroed bytes, aligned to 16. Return NULL if there is no space. */
unsigned char *qp_counter_pages_take(enum qp_product product, size_t size);

/* Return the file offset of an address in these pages, 0 if it is not in the file. */
uint64_t qp_counter_pages_offset(enum qp_product product, const unsigned char *address);

/* Make all pages of a product part of the file, with their content. Pages for which the file has no space stay outside.
 */
void qp_counter_pages_enter(enum qp_product product);

/* Make all pages memory of the process alone, since the file ends, or since it belongs to a forked child's parent. A
 * fork handler calls this in children made by fork(). */
void qp_counter_pages_leave(void);
