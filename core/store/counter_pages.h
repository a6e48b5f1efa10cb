/* counter_pages.h - memory in which clients count without a call: part of the data file while one is open.
 *
 * Code that counts continues after a run ends, and in a forked child. So these pages stay at their addresses as long as
 * the process lives. They lie outside the window (store.h), and become private memory of the process when the file is
 * closed. Call these functions with the cold lock. */
#pragma once

#include "format/record.h"

#include <stddef.h>
#include <stdint.h>

/* Take zeroed bytes, aligned to 16. Return NULL if there is no space. */
unsigned char *qp_counter_pages_take(enum qp_product product, size_t size);

/* Return the file offset of an address in these pages, 0 if it is not in the file. */
uint64_t qp_counter_pages_offset(enum qp_product product, const unsigned char *address);

/* Make all pages of a product part of the file, with their content. Pages for which the file has no space stay
 * private memory. */
void qp_counter_pages_enter(enum qp_product product);

/* Make all pages private memory of the process. This function is called when the file is closed. A fork handler also
 * calls it in a child made by fork(), because the file belongs to the child's parent. */
void qp_counter_pages_leave(void);
