/* lost_pages.h - replacement of the lost pages of a truncated file by zeros, which mean "not published".
 *
 * Without these zeros, truncating a mapped file kills its reader with SIGBUS. */
#pragma once

#include <stdint.h>

/* Install the handler for the whole process. Only the tool may call this: a library must not handle a signal of its
 * host. */
void qp_lost_pages_guard(void);

/* Return the number of lost pages so far. */
uint64_t qp_lost_pages(void);
